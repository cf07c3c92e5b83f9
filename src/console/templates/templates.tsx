import { useConsole } from '../context.ts'
import { EditorPage } from './editor/editor-page.tsx'
import { Gallery } from './gallery/gallery.tsx'

/** `/templates` is the gallery, `/templates/:id` the editor of one template. */
export function Templates() {
  const { router } = useConsole()
  const [, , id] = router.url.value.path.split('/')
  return id === undefined || id === '' ? <Gallery /> : <EditorPage key={id} id={id} />
}
