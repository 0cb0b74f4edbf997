import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import {
  email,
  flag,
  ID_PATTERN,
  instant,
  json,
  key,
  longtext,
  phone,
  ref,
  refs,
  required,
  text,
  words,
} from '../fields.ts'
import { journalKey, journalSchema } from '../journal.ts'
import { nameTail, normalise, phoneDigits } from '../search.ts'

/** Keys cut to this length sort and match the same on every device. */
const KEY = 80
const PHONE = 20

const formerId = Type.String({ pattern: ID_PATTERN, maxLength: 64 })

/** By which clients are found by mail: whoever types one writes it in capitals or not. */
export const mailKey = (mail: string | null): string => (mail ?? '').trim().toLowerCase().slice(0, KEY)

const joined = (...words: string[]): string => words.filter(Boolean).join(' ').slice(0, KEY)

/** The keys of a name. « Da Silva, Maria » is found by « silva maria » too; most names have no such key. */
function nameKeys({ NOM, PRENOM }: { NOM: string | null; PRENOM: string | null }) {
  const [nom, prenom] = [normalise(NOM ?? ''), normalise(PRENOM ?? '')]
  const tail = nameTail(nom)
  return {
    CLE_NOM: joined(nom, prenom),
    ...(tail === null ? {} : { CLE_NOM_SUITE: joined(tail, prenom) }),
    CLE_PRENOM: joined(prenom, nom),
  }
}

export const client = defineEntity({
  name: 'client',
  title: 'Client',
  plural: 'Clients',
  path: '/clients',
  table: 'client',
  key: 'IDCLIENT',
  fields: {
    IDCLIENT: key(),
    IDCIVILITE: ref('Civilité', 'liste:CIVILITE'),
    NOM: words('Nom', 80),
    PRENOM: text('Prénom', 80),
    PORTABLE: phone('Téléphone portable'),
    TELEPHONE: phone('Téléphone fixe'),
    MAIL: email('Adresse email'),
    IDADRESSE: ref('Adresse', 'adresse'),
    VILLE: text('Ville', 80, { merge: 'latest' }),
    IDPERSONNEL: ref('Commercial', 'personnel'),
    IDAGENCE: ref('Agence', 'liste:AGENCES'),
    IDORIGINE: ref('Origine', 'liste:ORIGINE'),
    IDORIGINE_CAMPAGNE: ref('Campagne', 'liste:ORIGINE_CAMPAGNE'),
    IDLABELS: refs('Étiquettes', 'liste:LABEL'),
    /** They want no messages that nobody wrote to them: appointments are not recalled (DAY-09). */
    SANS_RAPPELS: flag('Ne veut pas de rappels de rendez-vous'),
    OBSERVATIONS: longtext('Observations'),
    /** What is about no project: calls and notes. The customer's space never shows it. */
    JOURNAL: required(json('Journal', journalSchema, { merge: 'set' }), []),
    /** Ids of the records that went into this one (DAY-14): whoever still names one of them is led here, also without a network. */
    FICHES_REUNIES: required(json('Fiches réunies', Type.Array(formerId), { merge: 'server' }), []),
    DATE_CREATION: instant('Créé le'),
  },
  relations: {
    commercial: { to: 'personnel', by: 'IDPERSONNEL' },
    adresse: { to: 'adresse', by: 'IDADRESSE' },
    projets: { to: 'projet', by: 'IDCLIENT', many: true },
  },
  local: {
    collection: 'clients',
    indexes: [
      'CLE_NOM',
      ['CLE_PERSONNEL', 'CLE_NOM'],
      'CLE_NOM_SUITE',
      'CLE_PRENOM',
      ['CLE_VILLE', 'CLE_NOM'],
      'CLE_PORTABLE',
      'CLE_FIXE',
      'CLE_MAIL',
      ['CLE_ETIQUETTE', 'CLE_NOM'],
      'CLE_ADRESSE',
      'CLE_REUNIE',
      'CLE_JOURNAL',
    ],
    derived: {
      maxLength: {
        CLE_NOM: KEY,
        CLE_NOM_SUITE: KEY,
        CLE_PRENOM: KEY,
        CLE_VILLE: KEY,
        CLE_PORTABLE: PHONE,
        CLE_FIXE: PHONE,
        CLE_MAIL: KEY,
        CLE_PERSONNEL: 64,
        CLE_ETIQUETTE: 1,
        CLE_ADRESSE: 64,
        CLE_REUNIE: 1,
        CLE_JOURNAL: 96,
      },
      of: (c) => ({
        ...nameKeys(c),
        CLE_VILLE: normalise(c.VILLE ?? '').slice(0, KEY),
        CLE_PORTABLE: phoneDigits(c.PORTABLE ?? c.TELEPHONE ?? '').slice(0, PHONE),
        CLE_FIXE: phoneDigits(c.TELEPHONE ?? '').slice(0, PHONE),
        CLE_MAIL: mailKey(c.MAIL),
        CLE_PERSONNEL: c.IDPERSONNEL ?? '',
        // '1' with a label, '0' without: a filter by label reads only the clients that have one.
        CLE_ETIQUETTE: c.IDLABELS?.length ? '1' : '0',
        // By which those who live at a street or postcode are found.
        CLE_ADRESSE: c.IDADRESSE ?? '',
        // '1' for the few into which another record went.
        CLE_REUNIE: c.FICHES_REUNIES?.length ? '1' : '',
        CLE_JOURNAL: journalKey(c.JOURNAL, c.IDCLIENT),
      }),
    },
  },
  label: (c) => [c.NOM, c.PRENOM].filter(Boolean).join(' '),
})
