import { defineEntity } from '../entity.ts'
import { choice, color, key, required, words } from '../fields.ts'
import { beginsWithCapital } from '../rules/text-rules.ts'
import { ROLE_NAMES } from './personnel.ts'

export const role = defineEntity({
  name: 'role',
  title: 'Rôle',
  plural: 'Rôles',
  path: '/admin/roles',
  table: 'role',
  key: 'id',
  fields: {
    id: key(),
    name: required(choice('Nom', ROLE_NAMES, { merge: 'immutable' })),
    common_name: words('Nom affiché', 60),
    color: color('Couleur'),
  },
  check: (r) => beginsWithCapital('common_name', r.common_name),
  label: (r) => r.common_name,
})
