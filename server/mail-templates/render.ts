import { type FieldErrors, validationError } from '../../schemas/errors.ts'

/** A template's texts; `{{nom}}` stands for a variable. The body is plain text: blank lines separate its paragraphs. */
export interface MailWords {
  subject: string
  body: string
}

/** A mail as `enqueueMessage` takes it. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Variables that every template may name. */
export const COMMON_VARIABLES = ['entreprise'] as const

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const MAX_SUBJECT = 250

const named = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map((match) => (match[1] ?? '').trim())

/** Whether a text names this variable. */
export const names = (text: string, variable: string): boolean => named(text).includes(variable)

/** French messages by field for the variables that a template names and nobody gives; empty when all are known. */
export function unknownVariables(words: MailWords, known: readonly string[]): FieldErrors {
  const all = new Set<string>([...COMMON_VARIABLES, ...known])
  const errors: FieldErrors = {}
  for (const field of ['subject', 'body'] as const) {
    const unknown = [...new Set(named(words[field]).filter((name) => !all.has(name)))]
    if (unknown.length > 0) {
      errors[field] = unknown.map((name) => `La variable {{${name}}} n'existe pas. Variables : ${[...all].join(', ')}`)
    }
  }
  return errors
}

/** What may stand around the link without being taken for a part of its address. */
const LINK_ALONE = /(?<=^|[ \t\n\u00a0\u202f])[(«"]?\{\{\s*lien\s*\}\}[)».,;:!?"]*(?=$|[ \t\n\u00a0\u202f])/g

/**
 * French messages by field for a `lien` that is glued to other characters. In a mail's plain text they and the link would be one address, of a host that whoever
 * wrote the template chose, with the secret of the link in it.
 */
export function gluedLink(words: MailWords): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of ['subject', 'body'] as const) {
    if (names(lines(words[field]).replace(LINK_ALONE, ''), 'lien'))
      errors[field] = ['Séparez {{lien}} du reste du texte : une espace ou un retour à la ligne avant et après.']
  }
  return errors
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a header must not hold
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
/** Characters that no mail needs and that HTML refuses; line ends and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const lines = (text: string): string => text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '')

/** Only the variable `lien` becomes a link: an address in a text that somebody wrote stays text. */
const htmlOf = (name: string, value: string): string =>
  name === 'lien' && /^https?:\/\/\S+$/.test(value)
    ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>`
    : escapeHtml(value)

/**
 * Fills a template in. Everything is escaped in the HTML, the template's own text included; the subject is one line whatever the values hold, so that no
 * value becomes a header. A value is never read as a template again. Known variables that are not given are empty.
 * @param known what the template may name besides COMMON_VARIABLES
 * @throws AppError VALIDATION_ERROR for any other name
 */
export function renderMail(
  words: MailWords,
  given: { variables: Readonly<Record<string, string>>; known: readonly string[]; color?: string | null },
): RenderedMail {
  const errors = unknownVariables(words, given.known)
  if (Object.keys(errors).length > 0) throw validationError(errors)
  const givenFor = (name: string): string =>
    Object.hasOwn(given.variables, name) ? lines(given.variables[name] ?? '') : ''
  const fill = (text: string): string => text.replace(PLACEHOLDER, (_, name: string) => givenFor(name.trim()))
  const subject = fill(words.subject).replace(CONTROL, ' ').trim().slice(0, MAX_SUBJECT)
  const body = lines(words.body)
  const html = body
    .split(PLACEHOLDER)
    .map((part, i) => (i % 2 === 0 ? escapeHtml(part) : htmlOf(part.trim(), givenFor(part.trim()))))
    .join('')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.trim().replace(/\n/g, '<br>')}</p>`)
    .join('\n')
  return { subject, text: fill(body), html: page({ subject, html, color: given.color ?? null }) }
}

function page({ subject, html, color }: { subject: string; html: string; color: string | null }): string {
  const line = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : '#BD1734'
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; color: #222; max-width: 40em; margin: 0 auto; padding: 1em; border-top: 4px solid ${line}">
${html}
</body>
</html>
`
}
