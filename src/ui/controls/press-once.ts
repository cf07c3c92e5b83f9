/** Props of a button whose second click of a double click neither acts nor takes the focus: users who double click files do it here, too. */
export function pressOnce(run: () => void): { onMouseDown(event: MouseEvent): void; onClick(event: MouseEvent): void } {
  return {
    onMouseDown(event) {
      if (event.detail > 1) event.preventDefault()
    },
    onClick({ detail }) {
      if (detail < 2) run()
    },
  }
}
