import type { ErrorResponse, Theme } from '../protocol/index.ts'

/** In the title, stars enclose the name of the editor. */
type Words = readonly [title: string, forbidden: string, silent: string, retry: string]

/** By language, as in the editor. */
const words: Readonly<Record<string, Words>> = {
  en: [
    'The *email editor* cannot be opened',
    'This page may not show it.',
    'The service does not respond. Check your connection.',
    'Try again',
  ],
  de: [
    'Der *E-Mail-Editor* kann nicht geöffnet werden',
    'Diese Seite darf ihn nicht anzeigen.',
    'Der Dienst antwortet nicht. Prüfe deine Verbindung.',
    'Erneut versuchen',
  ],
  fr: [
    'Impossible d’ouvrir l’*éditeur d’e-mails*',
    'Cette page ne peut pas l’afficher.',
    'Le service ne répond pas. Vérifiez votre connexion.',
    'Réessayer',
  ],
  es: [
    'No se puede abrir el *editor de correos*',
    'Esta página no puede mostrarlo.',
    'El servicio no responde. Comprueba tu conexión.',
    'Reintentar',
  ],
  pt: [
    'Não é possível abrir o *editor de e-mails*',
    'Esta página não pode mostrá-lo.',
    'O serviço não responde. Verifique sua conexão.',
    'Tentar novamente',
  ],
  it: [
    'Impossibile aprire l’*editor di email*',
    'Questa pagina non può mostrarlo.',
    'Il servizio non risponde. Controlla la connessione.',
    'Riprova',
  ],
  ja: [
    '*メールエディター*を開けません',
    'このページには表示できません。',
    'サービスが応答しません。接続を確認してください。',
    '再試行',
  ],
  ar: ['تعذّر فتح *محرر الرسائل*', 'لا يمكن لهذه الصفحة عرضه.', 'الخدمة لا تستجيب. تحقق من اتصالك.', 'إعادة المحاولة'],
}

/** Title of the frame. */
export function titleIn(locale?: string): string {
  return words[languageOf(locale)]?.[0].split('*')[1] as string
}

function languageOf(locale = ''): string {
  const language = locale.slice(0, 2).toLowerCase()
  return words[language] ? language : 'en'
}

/**
 * Explains why there is no editor where it cannot do so itself: the service does not respond, or forbids this page. In
 * system colors, and without markup, so that every content security policy allows it. `details` are for developers, and
 * in English.
 */
export function createErrorPage(
  { code, details, isRecoverable }: ErrorResponse,
  retry: () => Promise<void>,
  { theme = 'light', locale }: { theme?: Theme | undefined; locale?: string | undefined },
): HTMLElement {
  const language = languageOf(locale)
  const [title, forbidden, silent, again] = words[language] as Words
  const page = element('div', '')
  page.role = 'alert'
  page.lang = language
  page.dir = 'auto'
  page.style.cssText = `color-scheme:${theme};display:grid;place-content:center;justify-items:center;gap:12px;box-sizing:border-box;height:100%;padding:24px;text-align:center;overflow-wrap:anywhere;font:15px/1.5 system-ui;background:Canvas;color:CanvasText`
  const more = element('small', details ?? '')
  more.lang = 'en'
  more.dir = 'ltr'
  page.append(
    element('b', title.replaceAll('*', '')),
    element('span', code === 'INVALID_CONFIG' ? forbidden : silent),
    more,
  )
  if (!isRecoverable) return page
  const button = element('button', again)
  button.style.cssText = 'padding:10px 20px;font:inherit'
  // The failure is emitted.
  button.onclick = () => void retry().catch(() => undefined)
  page.append(button)
  return page
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text })
}
