import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, Spinner } from '../../../ui/controls/index.ts'
import { TextArea } from '../../../ui/fields/index.ts'
import { Icon, chevronLeftIcon } from '../../../ui/icons/index.ts'
import type { ImportedEmail } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FileDrop, useCall } from '../../parts/index.ts'
import { ImportReport } from './import-report.tsx'
import { type EmailSource, importBody, readSource, readText } from './read-source.ts'
import { SaveForm } from './save-form.tsx'
import { SideBySide } from './side-by-side.tsx'
import { words } from './words.ts'

/** An email of another tool: read, compared with its source, and stored only when its result is saved. */
export function ImportPage() {
  const { api, report, toaster } = useConsole()
  const source = useSignal<EmailSource | undefined>(undefined)
  const pasted = useSignal('')
  const call = useCall<ImportedEmail>()
  const read = (found: EmailSource) =>
    call.run(async (signal) => {
      const imported = await api.value.post<ImportedEmail>('/templates/import', importBody(found), { signal })
      source.value = found
      return imported
    })
  const take = async (file: File) => {
    const found = await readSource(file)
    if (!('problem' in found)) return read(found)
    const text = words.t(found.problem, { name: file.name, size: words.bytes(file.size) })
    toaster.show(text, { tone: 'problem' })
  }
  useEffect(() => {
    document.title = `${words.t('title')} · svc`
  }, [])
  return (
    <div class="page" lang="en" dir="ltr">
      <a class="row" href="/templates">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        {call.result === undefined ? null : <Button onClick={call.clear}>{words.t('other')}</Button>}
      </header>
      {call.isBusy ? (
        <Spinner label={words.t('reading')} />
      ) : call.result === undefined || source.value === undefined ? (
        <div class="drop-box">
          <FileDrop
            title={words.t('drop')}
            text={words.t('dropText')}
            choose={words.t('choose')}
            accept=".html,.htm,.mjml,.eml,.json,text/html,message/rfc822,application/json"
            onFiles={(files) => files.forEach((file) => void take(file).catch(report))}
          />
          <form
            class="drop-paste"
            onSubmit={(event) => {
              event.preventDefault()
              if (pasted.value.trim() !== '') read(readText(pasted.value))
            }}
          >
            <TextArea
              isCode
              rows={7}
              label={words.t('paste')}
              placeholder={words.t('paste')}
              value={pasted.value}
              onChange={(value) => (pasted.value = value)}
            />
            {pasted.value.trim() === '' ? null : <Button type="submit">{words.t('usePasted')}</Button>}
          </form>
        </div>
      ) : (
        <>
          <SaveForm source={source.value} />
          <ImportReport report={call.result.report} leftOut={source.value.leftOut} />
          <SideBySide source={source.value} imported={call.result} />
        </>
      )}
    </div>
  )
}
