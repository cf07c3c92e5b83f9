/** The largest height of a spacer block, in px. */
const maxHeight = 400

/** A spacer block as near to `height` px as documents allow. */
export function draftSpacer(height: number): { type: 'spacer'; height: number } {
  return { type: 'spacer', height: Math.min(maxHeight, Math.max(1, Math.round(height))) }
}
