import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { TextArea } from '../../../ui/fields/index.ts'
import { FileDrop } from '../../parts/index.ts'
import { words } from '../words.ts'

/** A file by drop or choice, or pasted addresses, which become a file. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const pasted = useSignal('')
  return (
    <div class="drop-box">
      <FileDrop
        title={words.t('lists.drop')}
        text={words.t('lists.dropText')}
        choose={words.t('lists.choose')}
        accept=".csv,.txt,.tsv,.gz,text/csv,text/plain"
        onFiles={(files) => files.forEach(onFile)}
      />
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
