import { useSignal } from '@preact/signals'
import { useConsole } from '../../context.ts'
import { words } from '../words.ts'
import { DropZone } from './drop-zone.tsx'
import { ListOptions } from './list-options.tsx'
import { type ReadList, readList } from './read-list.ts'

/** From a file to a running verification: file, column and options, cost. */
export function NewList() {
  const { report, toaster } = useConsole()
  const list = useSignal<ReadList | undefined>(undefined)
  const open = async (file: File) => {
    try {
      const read = await readList(file)
      if ('problem' in read)
        toaster.show(words.t('lists.unreadable', { name: file.name, problem: read.problem }), { tone: 'problem' })
      else list.value = read
    } catch (error) {
      report(error)
    }
  }
  if (list.value === undefined) return <DropZone onFile={(file) => void open(file)} />
  return <ListOptions list={list.value} onClose={() => (list.value = undefined)} />
}
