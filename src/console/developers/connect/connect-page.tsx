import { useConsole } from '../../context.ts'
import { CopyText } from '../../parts/index.ts'
import { words } from '../words.ts'
import { agentSnippet, callSnippets, embedSnippet } from './snippets.ts'

/** Code with the ids of this installation and project. */
export function ConnectPage() {
  const { project, start } = useConsole()
  const current = project.value
  const ids = { baseUrl: start.baseUrl, pluginUrl: start.pluginUrl, pluginId: current?.pluginId ?? '' }
  const facts = [
    [words.t('connect.url'), `${start.baseUrl}/v1`],
    [words.t('connect.project'), current?.id ?? ''],
    [words.t('connect.plugin'), ids.pluginId],
  ] as const
  return (
    <div class="tiles">
      <section class="panel">
        <h2>{words.t('connect.ids')}</h2>
        {facts.map(([label, text]) => (
          <div key={label}>
            <p class="soft">{label}</p>
            <CopyText label={label} text={text} />
          </div>
        ))}
        <p>
          {words.t('connect.intro')} <a href="/developers/keys">{words.t('connect.keys')}</a>
        </p>
      </section>
      {callSnippets(ids).map(({ code, title }) => (
        <section key={title} class="panel">
          <h2>{title}</h2>
          <CopyText label={title} text={code} />
        </section>
      ))}
      <section class="panel">
        <h2>{words.t('connect.agent')}</h2>
        <p class="soft">{words.t('connect.agentText')}</p>
        <CopyText label={words.t('connect.agent')} text={agentSnippet(ids)} />
      </section>
      <section class="panel">
        <h2>{words.t('connect.embed')}</h2>
        <p class="soft">{words.t('connect.embedText')}</p>
        <CopyText label={words.t('connect.embed')} text={embedSnippet(ids)} />
        <p>
          <a href="/developers/project">{words.t('connect.origins')}</a> ·{' '}
          <a href="/docs/guide/embed">{words.t('connect.guide')}</a>
        </p>
      </section>
    </div>
  )
}
