import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useConsole } from '../context.ts'

interface PaletteProps {
  onClose: () => void
}

/** Loads the palette when it is first opened. */
export function PaletteLoader(props: PaletteProps) {
  const { report } = useConsole()
  const palette = useSignal<ComponentType<PaletteProps> | undefined>(undefined)
  useEffect(() => {
    import('./palette.tsx').then((loaded) => (palette.value = loaded.Palette), report)
  }, [])
  const Palette = palette.value
  return Palette === undefined ? null : <Palette {...props} />
}
