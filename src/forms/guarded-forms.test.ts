import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Every form that asks before its words are lost also keeps them across the reload of an update (PWA-02), or says here why not. */

const GUARDED = /<Form(Guard|Frame)\b/
/** `useResourceForm` and `useOnlineForm` keep the draft of their form, `useOwnDraft` that of a customer. */
const KEEPS = /\b(useDraft|useEngineDraft|useOwnDraft|useResourceForm|useOnlineForm)[<(]/

const REASONS: Record<string, string> = {
  'src/domain/mail/smtp-form.tsx': 'a password: it is stored nowhere, the browser asks',
  'src/features/admin/services/service-form.tsx': 'keys and passwords: they are stored nowhere, the browser asks',
  'src/forms/form-frame.tsx': 'the guard of a form whose draft the form’s own hook keeps',
}

const guarded = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => join('src', path))
  .filter((path) => GUARDED.test(readFileSync(path, 'utf8')))

it.each(guarded)('[PWA-02] unsaved forms are not lost by an update: %s keeps a draft, or asks', (path) => {
  const source = readFileSync(path, 'utf8')
  if (path in REASONS) expect(KEEPS.test(source), 'its reason is not needed any more').toBe(false)
  else expect(KEEPS.test(source)).toBe(true)
  if (REASONS[path]?.endsWith('the browser asks')) expect(source).toContain('unkept')
})

it('no reason is left over', () => {
  expect(Object.keys(REASONS).filter((path) => !guarded.includes(path))).toEqual([])
})
