import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { json, key, longtext, required, words } from '../fields.ts'

const variable = Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', maxLength: 40 })

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
    /** What `{{…}}` may name in the subject and the text. */
    variables: required(json('Variables', Type.Array(variable, { maxItems: 50 }), { merge: 'latest' }), []),
  },
  label: (t) => t.subject,
})
