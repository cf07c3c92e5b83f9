/** What is dragged in the gallery: templates, or one folder. Pages of other origins cannot read the type. */
export interface Dragged {
  kind: 'templates' | 'folder'
  ids: readonly string[]
}

const type = 'application/x-svc-gallery'

export function startDrag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer?.setData(type, JSON.stringify(dragged))
  if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move'
}

export function isDragged({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes(type) === true
}

/** Undefined for a drag of something else. */
export function readDragged({ dataTransfer }: DragEvent): Dragged | undefined {
  const text = dataTransfer?.getData(type) ?? ''
  return text === '' ? undefined : (JSON.parse(text) as Dragged)
}
