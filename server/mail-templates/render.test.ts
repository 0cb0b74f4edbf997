import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { gluedLink, renderMail, unknownVariables } from './render.ts'
import { MAIL_CODES, renderTemplate } from './render-template.ts'
import { findTemplate } from './templates.ts'

const render = (words: { subject?: string; body?: string }, variables: Record<string, string>) =>
  renderMail({ subject: '', body: '', ...words }, { variables, known: Object.keys(variables) })

it('fills variables in, and makes paragraphs and a link of plain text', () => {
  const mail = render(
    { subject: 'Devis {{ numero }}', body: 'Bonjour {{nom}},\nvoici :\n\n{{lien}}' },
    { numero: 'D-2026-00001', nom: 'Léa', lien: 'https://demo.example.com/lien/a?b=1&c=2' },
  )
  expect(mail.subject).toBe('Devis D-2026-00001')
  expect(mail.text).toBe('Bonjour Léa,\nvoici :\n\nhttps://demo.example.com/lien/a?b=1&c=2')
  expect(mail.html).toContain('<p>Bonjour Léa,<br>voici :</p>')
  expect(mail.html).toContain(
    '<a href="https://demo.example.com/lien/a?b=1&amp;c=2">https://demo.example.com/lien/a?b=1&amp;c=2</a>',
  )
})

it('[SEC] escapes values and the template itself in the HTML', () => {
  const mail = render(
    { subject: '{{nom}}', body: '<b>{{nom}}</b> {{lien}}' },
    { nom: '<script>alert("1")</script>', lien: 'javascript:alert(1)' },
  )
  expect(mail.html).not.toMatch(/<script|<b>|<a /)
  expect(mail.html).toContain('&lt;b&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;/b&gt;')
})

it.each(['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028'])(
  '[SEC] a subject stays one line with %j in a value',
  (end) => {
    const { subject } = render({ subject: 'Devis {{nom}}' }, { nom: `x${end}Bcc: tous@example.com` })
    expect(subject).toMatch(/^Devis x ?Bcc: tous@example.com$/)
  },
)

it('never treats a value as a template', () => {
  expect(render({ body: '{{a}}' }, { a: '{{b}}', b: 'secret' }).text).toBe('{{b}}')
})

it('refuses a variable that nobody gives, in French, by field', () => {
  const errors = unknownVariables({ subject: '{{nom}}', body: '{{constructor}} {{}} {{nom}}' }, ['nom'])
  expect(errors).toEqual({
    body: [
      "La variable {{constructor}} n'existe pas. Variables : entreprise, nom",
      "La variable {{}} n'existe pas. Variables : entreprise, nom",
    ],
  })
  expect(() => renderMail({ subject: '', body: '{{x}}' }, { variables: { x: '1' }, known: [] })).toThrow('Validation')
})

it.each([
  'https://pirate.example/?{{lien}}',
  'https://pirate.example/?({{lien}})',
  '{{ lien }}.pirate.example',
  '{{nom}}{{lien}}',
  '{{lien}}{{nom}}',
  // Not shown, and taken out when the mail is made.
  'https://pirate.example/?\u000b{{lien}}',
  'https://pirate.example/?\u200b{{lien}}',
  'https://pirate.example/?\ufeff{{lien}}',
  '{{lien}} https://pirate.example/?{{lien}}',
])('[SEC] refuses a link that is one address with what stands beside it: %j', (text) => {
  expect(gluedLink({ subject: 'Bonjour', body: text })).toEqual({ body: [expect.stringContaining('{{lien}}')] })
  expect(gluedLink({ subject: text, body: 'Bonjour' })).toEqual({ subject: [expect.stringContaining('{{lien}}')] })
})

it.each([
  '{{lien}}',
  'Ici : {{ lien }}.',
  'Ici\u00a0:\u00a0{{lien}}',
  'Suivez\r\n{{lien}}\r\nA bientôt',
  '({{lien}})',
  '« {{lien}} »',
  '{{nom}}, {{duree}}',
])('takes a link that stands alone, with the marks of a sentence: %j', (body) => {
  expect(gluedLink({ subject: 'Bonjour {{nom}}', body })).toEqual({})
})

describeEngines('mail templates', (db) => {
  it('has a default for every mail of the product, whose variables are all known', async () => {
    const companyId = await addCompany(db())
    for (const code of MAIL_CODES) {
      const mail = await db().inTenant(companyId, (trx) => renderTemplate(trx, { code, variables: {} }))
      const stored = await db().inTenant(companyId, (trx) => findTemplate(trx, code))
      expect([code, stored && gluedLink(stored)]).toEqual([code, {}])
      expect(mail.subject).not.toBe('')
      expect(mail.text).not.toContain('{{')
    }
  })

  it("takes a company's own text before the default, and never another company's", async () => {
    const [a, b] = [await addCompany(db()), await addCompany(db())]
    await db().inTenant(a, (trx) =>
      trx
        .insertInto('mail_template')
        .values({ id: `own-${a}`, company_id: a, code: 'invitation', subject: 'Chez {{entreprise}}', body: '{{nom}}' })
        .execute(),
    )
    const variables = { nom: 'Léa', lien: 'https://x.example.com', duree: '1 h' }
    const own = await db().inTenant(a, (trx) => renderTemplate(trx, { code: 'invitation', variables }))
    expect([own.subject, own.text]).toEqual([`Chez Maison ${a.slice('company-'.length)}`, 'Léa'])
    const other = await db().inTenant(b, (trx) => renderTemplate(trx, { code: 'invitation', variables }))
    expect(other.subject).toBe(`Votre compte Maison ${b.slice('company-'.length)}`)
  })

  it("speaks for the platform in the platform's own mails", async () => {
    const mail = await db().transaction({ platform: true }, (trx) =>
      renderTemplate(trx, {
        code: 'password_reset',
        variables: { nom: 'Ana', lien: 'https://x.example.com', duree: '1 h' },
      }),
    )
    expect(mail.subject).toBe('Votre mot de passe Lolapp')
  })
})
