import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { TextArea } from '../../../ui/fields/index.ts'
import { Icon, uploadIcon } from '../../../ui/icons/index.ts'
import { words } from '../words.ts'

/** A file by drop or choice, or pasted addresses, which become a file. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useSignal(false)
  const pasted = useSignal('')
  return (
    <div class="drop-box">
      <div
        class="drop-zone"
        data-over={isOver.value ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          isOver.value = true
        }}
        onDragLeave={() => (isOver.value = false)}
        onDrop={(event) => {
          event.preventDefault()
          isOver.value = false
          const file = event.dataTransfer?.files[0]
          if (file !== undefined) onFile(file)
        }}
      >
        <Icon d={uploadIcon} size={20} />
        <b>{words.t('lists.drop')}</b>
        <p class="soft">{words.t('lists.dropText')}</p>
        <Button onClick={() => input.current?.click()}>{words.t('lists.choose')}</Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,.gz,text/csv,text/plain"
          aria-label={words.t('lists.choose')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file !== undefined) onFile(file)
            currentTarget.value = ''
          }}
        />
      </div>
      <form
        class="drop-paste"
        onSubmit={(event) => {
          event.preventDefault()
          if (pasted.value.trim() !== '') onFile(new File([pasted.value], 'pasted.txt', { type: 'text/plain' }))
        }}
      >
        <TextArea
          isCode
          rows={5}
          label={words.t('lists.paste')}
          placeholder={words.t('lists.paste')}
          value={pasted.value}
          onChange={(value) => (pasted.value = value)}
        />
        {pasted.value.trim() === '' ? null : <Button type="submit">{words.t('lists.usePasted')}</Button>}
      </form>
    </div>
  )
}
