import { useSignal } from '@preact/signals'
import { Spinner } from '../../../ui/controls/index.ts'
import { uploadIcon } from '../../../ui/icons/index.ts'
import { ApiFailure, type IngestedReports } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FileButton } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

interface Outcome {
  key: string
  text: string
  isStored: boolean
}

/** Reads dropped or chosen files one after another, and lists what became of each report. */
export function ReportDrop({ onStored }: { onStored: () => void }) {
  const { api } = useConsole()
  const isOver = useSignal(false)
  const isBusy = useSignal(false)
  const outcomes = useSignal<readonly Outcome[]>([])
  const upload = async (files: readonly File[]) => {
    if (isBusy.value || files.length === 0) return
    isBusy.value = true
    outcomes.value = []
    for (const [index, file] of files.entries()) {
      const send = () => api.value.post<IngestedReports>('/dmarc/reports', file)
      outcomes.value = [...outcomes.value, ...(await outcomesOf(file.name, index, send))]
    }
    isBusy.value = false
    onStored()
  }
  return (
    <section
      class={`drop ${isOver.value ? 'drop-over' : ''}`}
      aria-label={words.t('upload')}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        void upload([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <FileButton multiple icon={uploadIcon} choose={words.t('chooseFiles')} onFiles={(files) => void upload(files)} />
      <span class="soft">{words.t('dropHere')}</span>
      {isBusy.value ? <Spinner label={words.t('uploading')} /> : null}
      <div role="status">
        <ul class="stack">
          {outcomes.value.map(({ isStored, key, text }) => (
            <li key={key} class={isStored ? 'good words' : 'bad words'}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

async function outcomesOf(name: string, index: number, send: () => Promise<IngestedReports>): Promise<Outcome[]> {
  const print = (key: string, status: string, isStored: boolean) => ({
    key: `${index} ${key}`,
    text: words.t('result', { file: name, status }),
    isStored,
  })
  try {
    const { results } = await send()
    return results.map(({ domain, messages, reason, status }, at) => {
      const text = reason ?? wordFor('result', status).replace('{messages}', words.number(messages))
      const isStored = status !== 'rejected' && status !== 'quarantined'
      return print(String(at), domain === undefined ? text : `${domain}, ${text}`, isStored)
    })
  } catch (error) {
    return [print('failed', error instanceof ApiFailure ? error.message : String(error), false)]
  }
}
