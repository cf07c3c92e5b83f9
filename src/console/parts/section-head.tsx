import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useConsole } from '../context.ts'

export interface SectionTab {
  path: string
  label: string
}

interface SectionHeadProps {
  title: string
  label: string
  tabs: readonly SectionTab[]
  /** Actions beside the title. */
  children?: ComponentChildren
}

/** The title of a section and links to its pages. */
export function SectionHead({ title, label, tabs, children }: SectionHeadProps) {
  const { path } = useConsole().router.url.value
  const current = tabs
    .filter((tab) => path === tab.path || path.startsWith(`${tab.path}/`))
    .reduce<SectionTab | undefined>((best, tab) => (tab.path.length > (best?.path.length ?? 0) ? tab : best), undefined)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Narrow windows show only some of the tabs.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current?.path])
  return (
    <header class="section-head">
      <div class="page-head">
        <h1>{title}</h1>
        {children}
      </div>
      <nav aria-label={label}>
        <ul ref={list} class="section-tabs">
          {tabs.map((tab) => (
            <li key={tab.path}>
              <a class="section-tab" href={tab.path} aria-current={tab === current ? 'page' : undefined}>
                {tab.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
