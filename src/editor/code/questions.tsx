import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { PanelProps } from '../fields/index.ts'
import type { PanelKey } from '../locale/panels/index.ts'
import { type Refusal, type Review, discard, draftOf, goBack, takeOver } from './draft.ts'

/** Requests confirmation before edits are lost, and reports the reason if they could not be applied. */
export function Questions({ editor, words, apply }: PanelProps & { apply: () => void }) {
  const { t } = words
  const step = draftOf(editor).step.value
  const back = () => goBack(editor)
  if (step.kind === 'reviewing') {
    const { review } = step
    return (
      <Question
        title={t('code.reviewTitle')}
        onClose={back}
        actions={
          <>
            <Button onClick={back}>{t('code.back')}</Button>
            <Button variant="primary" autofocus onClick={() => takeOver(editor, review, t('code.change'))}>
              {t(review.operations.length === 0 ? 'code.discard' : 'code.apply')}
            </Button>
          </>
        }
      >
        <ReviewList words={words} review={review} />
      </Question>
    )
  }
  if (step.kind === 'leaving') {
    return (
      <Question
        title={t('code.leaveTitle')}
        onClose={back}
        actions={
          <>
            <Button variant="danger" onClick={() => discard(editor)}>
              {t('code.discard')}
            </Button>
            <Button onClick={back}>{t('code.back')}</Button>
            {editor.readOnly.value ? null : (
              <Button variant="primary" autofocus onClick={apply}>
                {t('code.apply')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('code.leaveText')}</p>
      </Question>
    )
  }
  if (step.kind !== 'failed') return null
  return (
    <Question title={t('code.failedTitle')} onClose={back} actions={<Button onClick={back}>{t('code.back')}</Button>}>
      <Refused words={words} refusal={step.refusal} />
    </Question>
  )
}

function Question(props: {
  title: string
  onClose: () => void
  actions: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose} actions={props.actions}>
      <div class="code-question">{props.children}</div>
    </Dialog>
  )
}

function ReviewList({ words, review }: { words: PanelProps['words']; review: Review }) {
  const { t } = words
  const { warnings, htmlBlocks, operations } = review
  return (
    <>
      <p>{t(operations.length === 0 ? 'code.reviewNothing' : 'code.reviewText')}</p>
      <ul class="code-warnings">
        {htmlBlocks === 0 ? null : <li>{t('code.htmlBlocks', { count: htmlBlocks })}</li>}
        {refusalText(warnings, words).map(({ text, isOwn }) => (
          <li key={text} {...(isOwn ? {} : { lang: 'en', dir: 'ltr' })}>
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}

// English shows the message of the service, with names; other languages translate the code. Unknown codes show the
// message.
function refusalText(
  warnings: Review['warnings'],
  { locale, t }: PanelProps['words'],
): { text: string; isOwn: boolean }[] {
  const texts = new Map<string, boolean>()
  for (const { code, message } of warnings) {
    const key = `warning.${code}` as PanelKey
    const own = locale === 'en' ? key : t(key)
    if (own === key) texts.set(message, locale === 'en')
    else texts.set(own, true)
  }
  return [...texts].map(([text, isOwn]) => ({ text, isOwn }))
}

function Refused({ words: { t }, refusal }: { words: PanelProps['words']; refusal: Refusal }) {
  return (
    <>
      <p>{t(`code.${refusal.why}`)}</p>
      {'message' in refusal && refusal.message !== '' ? (
        <p lang="en" dir="ltr">
          {refusal.message}
        </p>
      ) : null}
    </>
  )
}
