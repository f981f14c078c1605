// Values as text: in one form wherever they stand.

/** Proven results lie beyond all points. */
export const PROVEN = 5e8;
export const isProven = (value) => Math.abs(value) > PROVEN;
/** Whether nobody wins, for certain. */
const isDraw = ({ value, exact }, seats) => exact && value === 0 && seats.length > 1;
/** Whether it is told who wins, or that nobody does, and not by how much. */
export const isResult = (one, seats) => isProven(one.value) || isDraw(one, seats);

/**
 * A value for the seat that is listed first, as text. `seats` are the names of all; alone at the board nobody needs a
 * sign. `text` says how far off a proven end is, "win in 5"; what is `exact` is worth that and nothing else.
 */
export function worth({ value, text, exact }, seats) {
  if (isDraw({ value, exact }, seats)) return "draw";
  if (isProven(value)) {
    const plies = /\d+$/.exec(text ?? "")?.[0];
    return `${seats[value > 0 ? 0 : 1]} wins${plies > 0 ? ` in ${plies}` : ""}`;
  }
  return points(value, seats.length > 1);
}

/** The same, as short as a square is wide. */
export const worthShort = (one, seats) => (isProven(one.value) ? `${one.value > 0 ? "+" : "−"}win` : worth(one, seats));

/** Points with as many digits as say something. */
export function points(value, signed = false) {
  const digits = Math.abs(value) >= 99.5 ? 0 : Math.abs(value) >= 9.95 ? 1 : 2;
  const number = Number(value.toFixed(digits));
  const text = Math.abs(number).toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return number < 0 ? `−${text}` : signed && number > 0 ? `+${text}` : text;
}
