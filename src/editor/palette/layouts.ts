/** Column shares of the offered sections: one to six columns, and common uneven layouts. */
export const layouts: readonly (readonly number[])[] = [
  [1],
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 1, 1],
  [1, 2, 1],
  [1, 1, 1, 1],
  [1, 1, 1, 1, 1],
  [1, 1, 1, 1, 1, 1],
]
