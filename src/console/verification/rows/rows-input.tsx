import type { Signal } from '@preact/signals'
import { decodeTable } from '../../../deliverability/csv/index.ts'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextArea } from '../../../ui/fields/index.ts'
import { useConsole } from '../../context.ts'
import { FileButton } from '../../parts/index.ts'
import { words } from '../words.ts'
import { readRows } from './read-rows.ts'

export interface RowsSource {
  /** Pasted or typed; ignored while there is a file. */
  text: string
  file?: { name: string; text: string }
}

interface RowsInputProps {
  source: Signal<RowsSource>
  label: string
  hint: string
  placeholder: string
}

/** Lines to paste, or a file instead of them. */
export function RowsInput({ source, label, hint, placeholder }: RowsInputProps) {
  const { report, toaster } = useConsole()
  const { file, text } = source.value
  const open = async (chosen: File) => {
    try {
      const decoded = decodeTable(new Uint8Array(await chosen.arrayBuffer()))
      if ('problem' in decoded)
        toaster.show(words.t('lists.unreadable', { name: chosen.name, problem: decoded.problem }), { tone: 'problem' })
      else source.value = { text, file: { name: chosen.name, text: decoded.text } }
    } catch (error) {
      report(error)
    }
  }
  const choose = (
    <FileButton
      choose={words.t('rows.choose')}
      accept=".csv,.txt,.tsv,text/csv,text/plain"
      onFiles={(files) => files.forEach((each) => void open(each))}
    />
  )
  if (file !== undefined)
    return (
      <div class="panel-row">
        <b class="rows-file">{file.name}</b>
        <span class="soft">{words.t('lists.rows', { count: readRows(file.text).length })}</span>
        {choose}
        <Button variant="plain" onClick={() => (source.value = { text })}>
          {words.t('rows.type')}
        </Button>
      </div>
    )
  return (
    <>
      <Field label={label} layout="stack" hint={hint}>
        {({ id, describedBy }) => (
          <TextArea
            id={id}
            describedBy={describedBy}
            isCode
            rows={6}
            placeholder={placeholder}
            value={text}
            onChange={(value) => (source.value = { text: value })}
          />
        )}
      </Field>
      <div class="panel-row">{choose}</div>
    </>
  )
}

export function rowsOf({ file, text }: RowsSource) {
  return readRows(file?.text ?? text)
}
