import { Html, type HtmlPart, html } from '../../src/app/pages/html.ts'
import { icon, mark } from '../../src/app/pages/mark.ts'
import { contents } from './contents.ts'
import type { Guide } from './contents.ts'
import type { RenderedGuide } from './markdown.ts'

/** Names of the files that pages load, below /docs/guide/assets/. */
export interface PageFiles {
  style: string
  script: string
  index: string
}

type Titles = ReadonlyMap<string, string>

/** The page of one guide, with those before and after it in reading order. */
export function guidePage(guide: Guide, rendered: RenderedGuide, titles: Titles, files: PageFiles): string {
  const names = [...titles.keys()]
  const at = names.indexOf(guide.name)
  const toc = contentsOf(rendered)
  return page({
    title: guide.title,
    files,
    // The table of contents stands twice, for wide and for narrow windows; style shows one of them.
    content: html`<div class="columns">
      <nav class="guides" aria-label="Guides">${groups(titles, guide.name)}</nav>
      <main id="main">
        ${
          toc === undefined
            ? ''
            : html`<details class="toc-narrow">
                <summary>On this page</summary>
                ${toc}
              </details>`
        }
        <article>${new Html(rendered.html)}</article>
        <nav class="around" aria-label="Previous and next guide">
          ${step('prev', 'Previous', names[at - 1], titles)}${step('next', 'Next', names[at + 1], titles)}
        </nav>
        <p class="note"><a href="/docs/guide/${guide.name}.md">This page as Markdown</a></p>
      </main>
      ${
        toc === undefined
          ? ''
          : html`<nav class="toc" aria-label="On this page">
              <h2>On this page</h2>
              ${toc}
            </nav>`
      }
    </div>`,
  })
}

/** The list of all guides. */
export function indexPage(summaries: ReadonlyMap<string, string>, titles: Titles, files: PageFiles): string {
  return page({
    title: 'Guides',
    files,
    content: html`<main id="main" class="index">
      <h1>Guides</h1>
      <p class="lead">
        How to use svc, from the first template to a service in production. Press <kbd>/</kbd> to search guides,
        operations and errors at once.
      </p>
      ${contents.map(
        ({ title, names }) =>
          html`<h2>${title}</h2>
            <ul class="ways">
              ${names.map(
                (name) =>
                  html`<li>
                    <a href="/docs/guide/${name}"
                      ><strong>${titles.get(name)}</strong><span>${summaries.get(name)}</span
                      ><i class="arrow" aria-hidden="true"></i
                    ></a>
                  </li>`,
              )}
            </ul>`,
      )}
      <p class="note">For programs: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a></p>
    </main>`,
  })
}

/** The list of the guides for language models (llmstxt.org). */
export function llmsText(summaries: ReadonlyMap<string, string>, titles: Titles): string {
  const groupsOf = contents.map(({ title, names }) =>
    [
      `## ${title}`,
      '',
      ...names.map((name) => `- [${titles.get(name)}](/docs/guide/${name}.md): ${summaries.get(name)}`),
      '',
    ].join('\n'),
  )
  return [
    '# svc',
    '',
    '> One self-hosted executable for HTML email templates, an embedded editor, email verification and DMARC monitoring.',
    '',
    'Every operation is in [the OpenAPI document](/openapi.json), every error code in [errors](/docs/guide/errors.md).',
    '',
    ...groupsOf,
  ].join('\n')
}

function page({ title, files, content }: { title: string; files: PageFiles; content: Html }): string {
  const at = (file: string) => `/docs/guide/assets/${file}`
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="${at(files.style)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · svc</title>
        <link rel="icon" href="${icon}" />
        <script type="module" src="${at(files.script)}"></script>
      </head>
      <body class="docs">
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <a class="brand" href="/">${mark}<span>svc</span></a>
          <nav class="places" aria-label="Documentation">
            <a href="/docs/guide">Guides</a><a href="/docs">API reference</a><a href="/docs/errors">Errors</a>
          </nav>
          <search class="search">
            <input
              id="docs-search"
              type="search"
              role="combobox"
              aria-label="Search guides, API and errors"
              aria-controls="docs-found"
              aria-expanded="false"
              aria-autocomplete="list"
              autocomplete="off"
              spellcheck="false"
              placeholder="Search"
              data-index="${at(files.index)}"
            /><kbd aria-hidden="true">/</kbd>
            <ul id="docs-found" role="listbox" aria-label="Found" hidden></ul>
            <p class="unseen" role="status"></p>
          </search>
        </header>
        ${content}
      </body>
    </html> `.markup
}

function groups(titles: Titles, current: string): HtmlPart {
  return contents.map(
    ({ title, names }) =>
      html`<h2>${title}</h2>
        <ul>
          ${names.map(
            (name) =>
              html`<li>
                <a href="/docs/guide/${name}" ${name === current ? new Html('aria-current="page"') : ''}
                  >${titles.get(name)}</a
                >
              </li>`,
          )}
        </ul>`,
  )
}

/** The headings of a guide: the second level, and the third where that leaves a list that can be read. */
function contentsOf({ sections }: RenderedGuide): Html | undefined {
  const second = sections.filter(({ depth }) => depth === 2)
  const both = sections.filter(({ depth }) => depth === 2 || depth === 3)
  const shown = both.length <= 40 ? both : second
  if (shown.length < 2) return undefined
  return html`<ul>
    ${shown.map(({ id, depth, text }) => html`<li class="level-${depth}"><a href="#${id}">${text}</a></li>`)}
  </ul>`
}

function step(rel: 'prev' | 'next', word: string, name: string | undefined, titles: Titles): HtmlPart {
  if (name === undefined) return undefined
  return html`<a rel="${rel}" class="${rel}" href="/docs/guide/${name}"><span>${word}</span>${titles.get(name)}</a>`
}
