/** Distances that the fields for padding and spacing offer, in px; the padding of new blocks is from it. */
export const spacingScale = [0, 4, 8, 12, 16, 24, 32, 48] as const
