/**
 * True if a zero in this attribute means that the element has no such size: in a table's width and in both sizes of a cell
 * (HTML, 15.3.8 and 15.3.9, "ignoring zero").
 */
export function ignoresZero(element: string, attribute: 'width' | 'height'): boolean {
  return element === 'td' || element === 'th' || (element === 'table' && attribute === 'width')
}
