import { instantOf } from '../../schemas/dates.ts'
import type { Entity } from '../../schemas/entity.ts'
import { type ImportTargetName, importTarget, type RowError } from '../../schemas/imports.ts'
import type { Values } from '../../schemas/merge.ts'
import { messages } from '../../schemas/messages.ts'
import { entityOf } from '../../schemas/resources.ts'
import { createIssues } from '../../schemas/validate.ts'
import type { KnownNames } from './known-names.ts'
import { isSheetError, type ReadValue, readDay, readNumber, readPhone, readPostcode, saysNothing } from './values.ts'

/** What a line says, as bodies of new records without their ids and pointers; null for what it does not speak of. */
export interface Prepared {
  client: Values
  adresse: Values | null
  projet: Values | null
  chantier: Values | null
  /** When the records were made, where the file says so. */
  clientSince: string | null
  projetSince: string | null
  erreurs: RowError[]
  corrections: string[]
}

export interface FileColumns {
  titres: readonly string[]
  colonnes: readonly (ImportTargetName | null)[]
}

interface Reader {
  columns: FileColumns
  names: KnownNames
  /** Today in the company. */
  today: string
}

/** The field of the entity that a target fills, where its name is another. */
const FIELDS: Partial<Record<ImportTargetName, string>> = {
  CHANTIER_ADRESSE: 'ADRESSE',
  CHANTIER_CODE_POSTAL: 'CODE_POSTAL',
  CHANTIER_VILLE: 'VILLE',
  PROJET: 'DESCRIPTION',
}

/** Reads one line by the chosen columns: repairs what is certain, and says what is wrong by column. */
export function prepareRow(cells: readonly string[], { columns, names, today }: Reader): Prepared {
  const { titres, colonnes } = columns
  const erreurs: RowError[] = []
  const corrections: string[] = []
  const refuse = (target: ImportTargetName, message: string): void => {
    const column = colonnes.indexOf(target)
    erreurs.push({ champ: target, colonne: column < 0 ? null : (titres[column] ?? null), message })
  }
  const said = wordsOf(cells, columns)
  for (const [target, text] of said)
    if (isSheetError(text)) {
      said.delete(target)
      refuse(target, `Le tableur n’a pas pu calculer cette cellule (${text})`)
    }
  const value = (target: ImportTargetName, read: (text: string) => ReadValue): string | null => {
    const text = said.get(target)
    if (text === undefined) return null
    const { value: found, repaired, fault } = read(text)
    if (fault) {
      refuse(target, fault)
      return null
    }
    if (repaired) corrections.push(`${importTarget(target).label} : « ${text} » lu « ${found} »`)
    return found
  }
  const plain = (target: ImportTargetName): string | null => said.get(target) ?? null
  const entry = (
    target: ImportTargetName,
    of: keyof KnownNames & ('civilite' | 'origine' | 'agence' | 'personnel'),
  ): string | null => {
    const text = said.get(target)
    if (text === undefined) return null
    const id = names[of](text)
    if (id === null)
      refuse(
        target,
        `« ${text} » n’est pas ${of === 'personnel' ? 'un membre du personnel, ou son compte est fermé' : 'dans la liste'}`,
      )
    if (id === 'many')
      refuse(target, `« ${text} » peut désigner plusieurs ${of === 'personnel' ? 'personnes' : 'entrées'}`)
    return id === 'many' ? null : id
  }
  const day = (target: ImportTargetName): string | null => {
    const text = said.get(target)
    if (text === undefined) return null
    const read = readDay(text, Number(today.slice(0, 4)))
    if (read === null) refuse(target, messages.date)
    return read
  }
  /** The morning of a day that has been: a file does not know the hour. */
  const since = (target: ImportTargetName): string | null => {
    const read = day(target)
    if (read === null) return null
    if (read > today || read < '1900-01-01') refuse(target, 'Cette date est à venir, ou trop ancienne')
    return instantOf(`${read} 08:00`, names.zone)?.toISOString() ?? null
  }
  const degrees = (target: ImportTargetName): number | null => {
    const text = said.get(target)
    const read = text === undefined ? null : readNumber(text)
    if (text !== undefined && read === null) refuse(target, messages.number)
    return read
  }

  const commercial = entry('COMMERCIAL', 'personnel')
  const [portable, telephone] = phones(value('PORTABLE', readPhone), value('TELEPHONE', readPhone))
  const adresse = place({
    ADRESSE: plain('ADRESSE'),
    CODE_POSTAL: value('CODE_POSTAL', readPostcode),
    VILLE: plain('VILLE'),
    LATITUDE: degrees('LATITUDE'),
    LONGITUDE: degrees('LONGITUDE'),
  })
  const chantier = place({
    ADRESSE: plain('CHANTIER_ADRESSE'),
    CODE_POSTAL: value('CHANTIER_CODE_POSTAL', readPostcode),
    VILLE: plain('CHANTIER_VILLE'),
  })
  const client: Values = {
    IDCIVILITE: entry('CIVILITE', 'civilite'),
    NOM: plain('NOM') ?? '',
    PRENOM: plain('PRENOM'),
    PORTABLE: portable,
    TELEPHONE: telephone,
    MAIL: plain('MAIL'),
    VILLE: plain('VILLE'),
    IDPERSONNEL: commercial,
    IDAGENCE: entry('AGENCE', 'agence') ?? (commercial === null ? null : names.agenceOf(commercial)),
    IDORIGINE: entry('ORIGINE', 'origine'),
    OBSERVATIONS: plain('OBSERVATIONS'),
  }
  const speaksOfProject = [...said.keys()].some((target) => ['projet', 'chantier'].includes(importTarget(target).of))
  const projet: Values | null = speaksOfProject
    ? {
        DESCRIPTION: plain('PROJET'),
        // Who follows the client follows the project, unless the file says otherwise.
        IDRESPONSABLEPROJET: entry('PROJET_RESPONSABLE', 'personnel') ?? commercial,
        IDAGENCE: client.IDAGENCE,
        RELANCE_INTERMEDIAIRE: day('PROJET_RELANCE'),
      }
    : null
  const check = (body: Values | null, entity: Entity, of: readonly ImportTargetName[]): void => {
    if (body === null) return
    for (const { field, message } of createIssues(entity, { [entity.key]: 'x', ...body, ...pointers(entity) })) {
      const target = of.find((name) => (FIELDS[name] ?? name) === field)
      if (!target)
        erreurs.push({ champ: '_', colonne: null, message: `${entity.fields[field]?.label ?? field} : ${message}` })
      else if (!erreurs.some(({ champ }) => champ === target)) refuse(target, message)
    }
  }
  check(client, entityOf('client'), ['NOM', 'PRENOM', 'PORTABLE', 'TELEPHONE', 'MAIL', 'VILLE', 'OBSERVATIONS'])
  check(adresse, entityOf('adresse'), ['ADRESSE', 'CODE_POSTAL', 'VILLE', 'LATITUDE', 'LONGITUDE'])
  check(projet, entityOf('projet'), ['PROJET'])
  check(chantier, entityOf('adresse'), ['CHANTIER_ADRESSE', 'CHANTIER_CODE_POSTAL', 'CHANTIER_VILLE'])
  return {
    client,
    adresse,
    projet,
    chantier,
    clientSince: since('CLIENT_DEPUIS'),
    projetSince: since('PROJET_DATE'),
    erreurs,
    corrections,
  }
}

/** Pointers that a body must have and that the import gives later. */
const pointers = ({ name }: Entity): Values => (name === 'projet' ? { IDCLIENT: 'x' } : {})

/** What each target gets from the line; nothing for empty cells. */
function wordsOf(cells: readonly string[], { titres, colonnes }: FileColumns): Map<ImportTargetName, string> {
  const said = new Map<ImportTargetName, string>()
  for (const [i, target] of colonnes.entries()) {
    const text = (cells[i] ?? '').trim()
    if (target === null || text === '' || saysNothing(text)) continue
    const { joined } = importTarget(target)
    const several = joined === '\n' && colonnes.filter((one) => one === target).length > 1
    // Of several columns of notes, each says which one it was.
    const told = several ? `${titres[i] ?? ''} : ${text}` : text
    const before = said.get(target)
    said.set(target, before === undefined || joined === undefined ? told : `${before}${joined}${told}`)
  }
  return said
}

/** A number of a mobile goes where texts are sent to, whatever column it stood in. */
function phones(portable: string | null, telephone: string | null): [string | null, string | null] {
  if (portable === null && telephone !== null && /^0[67]/.test(telephone)) return [telephone, null]
  return [portable, telephone]
}

/** A town alone is no address: the client's own field holds it. */
function place(address: Values): Values | null {
  const { VILLE, ...rest } = address
  if (Object.values(rest).every((value) => value === null)) return null
  return { ...address, VILLE: VILLE ?? '' }
}
