import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { operationsBetween } from '../../email/document/index.ts'
import type { StarterList } from '../bridge/index.ts'
import { focusCanvas } from '../commands/index.ts'
import { addModules } from '../modules/index.ts'
import type { Editor } from '../state/index.ts'

type Offered = StarterList['data'][number]

/** Templates of the project and of the service with thumbnails; nothing if they cannot be loaded. */
export function ProjectStarters({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const offered = useSignal<readonly Offered[]>([])
  const loading = useSignal<string | undefined>(undefined)
  useEffect(() => {
    // The layouts are offered without them.
    const load = async () => (offered.value = (await editor.api.listStarters()).data)
    void load().catch(() => undefined)
  }, [])
  if (offered.value.length === 0) return null
  const take = async (starter: Offered) => {
    if (loading.value !== undefined) return
    loading.value = starter.id
    try {
      await start(editor, starter)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      editor.problem.value = { message, at: performance.now() }
    } finally {
      loading.value = undefined
    }
  }
  return (
    <>
      <h3>{t('canvas.templates')}</h3>
      <ul>
        {offered.value.map((starter) => (
          <li key={starter.id}>
            <button
              type="button"
              class="starter"
              aria-busy={loading.value === starter.id}
              onClick={() => void take(starter)}
            >
              <span class="starter-picture">
                <img src={starter.thumbnailUrl} alt="" loading="lazy" />
              </span>
              <span dir="auto">{starter.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Replaces the empty email in one undo step, unless it was changed meanwhile. */
async function start(editor: Editor, { id, name }: Offered): Promise<void> {
  const { document, modules } = await editor.api.getStarter(id)
  const before = editor.document.peek()
  if (before.rows.length > 0) return
  addModules(editor, modules)
  editor.change(editor.words.t('change.layout'), operationsBetween(before, document))
  editor.announce(editor.words.t('said.inserted', { name }))
  focusCanvas(editor)
}
