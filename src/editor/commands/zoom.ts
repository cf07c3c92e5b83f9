const steps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5] as const

/** The next zoom up or down. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const next = direction > 0 ? steps.find((step) => step > zoom + 0.001) : steps.findLast((step) => step < zoom - 0.001)
  return next ?? zoom
}
