import { useConsole } from '../context.ts'
import { DetailsPage } from './details/details-page.tsx'
import { EditorPage } from './editor/editor-page.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { ImportPage } from './import/import-page.tsx'

/**
 * `/templates` is the gallery, `/templates/import` reads emails of other tools, `/templates/:id` is the editor of one template,
 * `/templates/:id/details` the page about it.
 */
export function Templates() {
  const { router } = useConsole()
  const [, , id, page, tab] = router.url.value.path.split('/')
  if (id === undefined || id === '') return <Gallery />
  if (id === 'import') return <ImportPage />
  return page === 'details' ? <DetailsPage key={id} id={id} tab={tab} /> : <EditorPage key={id} id={id} />
}
