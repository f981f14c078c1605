// Dragging a piece, or swiping over a board that slides as a whole.

/** A pointer goes down on a board that plays. */
export function press(board, event) {
  if (event.button !== 0 || board.onsquare) return;
  const start = [event.clientX, event.clientY];
  const at = Number(event.target.dataset?.at ?? -1);
  const piece = at >= 0 ? board.state.pieces.find((other) => other.at === at) : null;
  const movable = piece && board.targets.some((target) => target.from === at);
  const group = movable ? board.drawn.get(piece.key) : null;
  const scale = board.svg.viewBox.baseVal.width / board.svg.getBoundingClientRect().width;
  let dragged = false;
  const move = (now) => {
    const [dx, dy] = [now.clientX - start[0], now.clientY - start[1]];
    if (!dragged && Math.hypot(dx, dy) < 8) return;
    dragged = true;
    if (!group) return;
    if (board.picked !== at) {
      board.pick(at);
      board.layers.pieces.append(group);
    }
    const [x, y] = board.middle(at);
    group.classList.add("jump", "held");
    group.style.transform = `translate(${x + dx * scale}px, ${y + dy * scale}px)`;
  };
  const end = (now) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    group?.classList.remove("held");
    if (!dragged || now.type === "pointercancel") {
      if (group) board.put(group, at, false);
      return;
    }
    // A drag is no click, though the browser may send one.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true), 60);
    const [dx, dy] = [now.clientX - start[0], now.clientY - start[1]];
    if (board.oneControl()) {
      if (Math.hypot(dx, dy) > 24) board.onway?.(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");
      return;
    }
    if (!group) return;
    const target = Number(document.elementsFromPoint(now.clientX, now.clientY).find((element) => element.dataset?.at !== undefined)?.dataset.at ?? -1);
    const texts = board.targets.filter((one) => one.from === at && one.to === target).map((one) => one.text);
    board.put(group, at, false);
    board.pick(null);
    if (texts.length) board.onmove(texts);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
