import { Button, Progress } from '../../ui/controls/index.ts'
import { cancelUploads, hideRefused, uploads } from './uploads.ts'
import { words } from './words.ts'

/** How far an upload is, and which files were refused; nothing otherwise. */
export function UploadPanel() {
  const { current, done, doneBytes, refused, total, totalBytes } = uploads.value
  const text = current === undefined ? '' : words.t('uploading', { name: current, done: done + 1, total })
  return (
    <>
      {current === undefined ? null : (
        <section class="panel">
          <div class="panel-head">
            <p role="status">{text}</p>
            <Button dense onClick={cancelUploads}>
              {words.t('cancelUpload')}
            </Button>
          </div>
          <Progress label={text} value={total === 1 ? undefined : doneBytes / totalBytes} />
        </section>
      )}
      {refused.length === 0 ? null : (
        <section class="panel" role="alert">
          <div class="panel-head">
            <h2>{words.t('refused', { count: refused.length })}</h2>
            <Button dense onClick={hideRefused}>
              {words.t('hide')}
            </Button>
          </div>
          <ul class="words">
            {refused.map(({ message, name }, index) => (
              <li key={index}>
                <b>{name}</b>: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
