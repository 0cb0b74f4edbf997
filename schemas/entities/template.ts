import { defineEntity } from '../entity.ts'
import { key, longtext, required, words } from '../fields.ts'

/** A mail template; a company's own text overrides it. */
export const template = defineEntity({
  name: 'template',
  title: 'Modèle de mail',
  plural: 'Modèles de mail',
  path: '/admin/mailtemplates',
  table: 'mail_template',
  key: 'id',
  fields: {
    id: key(),
    code: words('Code', 60, { merge: 'immutable' }),
    subject: words('Objet', 200),
    body: required(longtext('Texte', 20_000), ''),
  },
  label: (t) => t.subject,
})
