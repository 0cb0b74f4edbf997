import { defineEntity } from '../entity.ts'
import { choices, email, flag, key, phone, ref, refs, text, words } from '../fields.ts'

export const ROLE_NAMES = ['commercial', 'commercial_director', 'metreur', 'technician', 'assistant'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** A member of the staff. Rights (ROLES, AGENCES, IDCOMPANY) are written by administrators only. */
export const personnel = defineEntity({
  name: 'personnel',
  title: 'Personnel',
  plural: 'Personnels',
  path: '/personnels',
  table: 'personnel',
  key: 'IDPERSONNEL',
  fields: {
    IDPERSONNEL: key(),
    PRENOM: text('Prénom', 80),
    NOM: words('Nom', 80),
    NOM_COMPLET: text('Nom complet', 170, { merge: 'server' }),
    INITIALES: text('Initiales', 4, { merge: 'server' }),
    MAIL: email('Adresse email', { managed: true }),
    TELEPHONE_PORTABLE: phone('Téléphone portable'),
    PHOTO: text('Photo', 300, { merge: 'latest' }),
    ROLES: choices('Rôles', ROLE_NAMES, { managed: true }),
    IDAGENCE: ref('Agence', 'liste:AGENCES', { managed: true }),
    AGENCES: refs('Agences', 'liste:AGENCES', { managed: true }),
    TOUTES_AGENCES: flag('Toutes les agences', { managed: true }),
    HORS_STATS: flag('Hors statistiques', { managed: true }),
    IDCOMPANY: text('Entreprise', 64, { merge: 'server' }),
  },
  local: { collection: 'personnels', indexes: [] },
  derive: (p) => ({
    NOM_COMPLET: [p.PRENOM, p.NOM].filter(Boolean).join(' '),
    // Whole signs: half of an emoji, or of a rare Chinese character, is nothing that can be shown or stored.
    INITIALES: [p.PRENOM, p.NOM].map((part) => [...(part?.trim() ?? '')][0]?.toUpperCase() ?? '').join(''),
  }),
  label: (p) => p.NOM_COMPLET ?? p.NOM,
})
