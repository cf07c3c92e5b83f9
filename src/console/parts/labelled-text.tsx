import { CopyText } from './copy-text.tsx'

/** Text to copy below its name. */
export function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <div class="labelled">
      <span class="labelled-name">{label}</span>
      <CopyText label={label} text={text} />
    </div>
  )
}
