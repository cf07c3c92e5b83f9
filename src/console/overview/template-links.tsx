import type { Template } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { ThumbnailImage } from '../parts/index.ts'

interface TemplateLinksProps {
  title: string
  moreUrl: string
  templates: readonly Template[]
  urlOf: (template: Template) => string
}

/** Some templates under a title; nothing without templates. */
export function TemplateLinks({ title, moreUrl, templates, urlOf }: TemplateLinksProps) {
  const { words } = useConsole()
  if (templates.length === 0) return null
  return (
    <section class="home-part">
      <div class="home-head">
        <h2>{title}</h2>
        <a href={moreUrl}>{words.t('home.all')}</a>
      </div>
      <ul class="recent">
        {templates.map((template) => (
          <li key={template.id}>
            <a class="recent-link" href={urlOf(template)}>
              <ThumbnailImage url={template.thumbnail_url} width={64} height={80} />
              <span>
                <b>{template.name}</b>
                <small dir="auto">{template.subject}</small>
                <small>{words.ago(Date.now() - Date.parse(template.updated_at))}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
