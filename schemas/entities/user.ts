import { defineEntity } from '../entity.ts'
import { email, key, required, words } from '../fields.ts'

/** An administrator of the platform (admin domain). */
export const user = defineEntity({
  name: 'user',
  title: 'Utilisateur',
  plural: 'Utilisateurs',
  path: '/admin/users',
  table: 'admin_user',
  key: 'id',
  fields: { id: key(), name: words('Nom', 120), email: required(email('Adresse email')) },
  label: (u) => u.name,
})
