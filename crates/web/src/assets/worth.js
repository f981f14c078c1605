// Values as text: in one form wherever they stand.

/** Proven results lie beyond all points. */
export const PROVEN = 5e8;
export const isProven = (value) => Math.abs(value) > PROVEN;

/**
 * A value for the seat that is listed first, as text. `seats` are the names of all; alone at the board nobody needs a
 * sign. `text` says how far off a proven end is: "win in 5".
 */
export function worth({ value, text }, seats) {
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
