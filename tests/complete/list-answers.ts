import { type Asker, GONE, rows } from './answers.ts'

/** What the database answers to the lists' own search, file and order (DAY-12, DAY-13), and to what people keep besides projects. */

/** A client's name, town and telephone, as the lists' files write them. */
const CLIENT = `concat_ws(' ', c."NOM", c."PRENOM"), coalesce(c."VILLE", ''), coalesce(c."PORTABLE", c."TELEPHONE", '')`
/** The words of a client by which every list is searched. */
const NAMED = `c."NOM", c."PRENOM", c."VILLE", c."MAIL"`

/** How a list's rows are joined to their clients, what its file says of a row, and the words that find it. */
interface Kind {
  from: string
  id: string
  line: string
  words: string
}
const ofProject = `left join p on p."IDPROJET" = one."IDPROJET" left join client c on c."IDCLIENT" = p."IDCLIENT"`
export const KINDS = {
  projet: {
    from: `p left join client c on c."IDCLIENT" = p."IDCLIENT"`,
    id: 'p."IDPROJET"',
    line: `${CLIENT}, coalesce(split_part(p."DESCRIPTION", E'\\n', 1), 'Projet sans description')`,
    words: `${NAMED}, p."DESCRIPTION"`,
  },
  /** A project to assign, in the town of its building site. */
  orphan: {
    from: `p left join client c on c."IDCLIENT" = p."IDCLIENT" left join adresse a on a."IDADRESSE" = coalesce(p."ADRESSE_CHANTIER", c."IDADRESSE")`,
    id: 'p."IDPROJET"',
    line: `concat_ws(' ', c."NOM", c."PRENOM"), coalesce(a."VILLE", c."VILLE", ''), coalesce(c."PORTABLE", c."TELEPHONE", ''),
      coalesce(split_part(p."DESCRIPTION", E'\\n', 1), 'Projet sans description')`,
    words: `c."NOM", c."PRENOM", coalesce(a."VILLE", c."VILLE"), c."MAIL", p."DESCRIPTION"`,
  },
  work: {
    from: `w as one ${ofProject}`,
    id: 'one."IDINTERVENTION"',
    line: `${CLIENT}, coalesce(one."RDV_OBJET", 'Intervention')`,
    words: `${NAMED}, one."RDV_OBJET", p."DESCRIPTION"`,
  },
  devis: {
    from: `d as one left join client c on c."IDCLIENT" = one."IDCLIENT"`,
    id: 'one."IDDEVIS"',
    line: `concat_ws(' ', c."NOM", c."PRENOM"), coalesce(one."NUMERO_DEVIS", ''), coalesce(one."OBJET", ''), replace(to_char(one."PRIX_TTC" / 100.0, 'FM9999999990.00'), '.', ',')`,
    words: `${NAMED}, one."NUMERO_DEVIS", one."VARIANTE", one."OBJET"`,
  },
  /** A technician's own works. */
  site: {
    from: `w as one ${ofProject}`,
    id: 'one."IDINTERVENTION"',
    line: `${CLIENT}, coalesce(one."RDV_OBJET", 'Intervention')`,
    words: `c."NOM", c."PRENOM", c."VILLE", one."RDV_OBJET", p."DESCRIPTION"`,
  },
  /** An appointment, with whoever was to go. */
  rdv: {
    from: 'r as one',
    id: 'one."IDRDV"',
    line: `coalesce(one."RDV_OBJET", 'Rendez-vous'), coalesce((select string_agg("NOM_COMPLET", ', ' order by place)
      from unnest(one."IDPERSONNELS") with ordinality as held(who, place) join personnel on "IDPERSONNEL" = who), '')`,
    words: 'one."RDV_OBJET"',
  },
  article: {
    from: 'article as one',
    id: 'one.id',
    line: `coalesce(one."FAMILLE", ''), one."REFERENCE", one."LIBELLE", replace(to_char(one."PRIX_HT" / 100.0, 'FM9999999990.00'), '.', ',')`,
    words: 'one."FAMILLE", one."LIBELLE", one."REFERENCE"',
  },
  report: {
    from: `s as one ${ofProject}`,
    id: 'one."IDSOUMISSION"',
    line: `concat_ws(' ', c."NOM", c."PRENOM"), coalesce(c."VILLE", '')`,
    words: `c."NOM", c."PRENOM", c."VILLE"`,
  },
  demande: {
    from: `request as one left join client c on c."IDCLIENT" = one."IDCLIENT"`,
    id: 'one.id',
    line: `concat_ws(' ', c."NOM", c."PRENOM"), one."MESSAGE"`,
    words: `${NAMED}, one."MESSAGE"`,
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof KINDS

/** Requests of customers in a state (DAY-05). */
export const requests = (etat: 'nouvelle' | 'prise' | 'repondue'): string =>
  `select id from request where etat = '${etat}'`

/** The lines of a list's file, in the order of JavaScript; `columns` of the screen are those of its kind. */
export async function fileLines(asker: Asker, kind: KindName, question: string): Promise<string[]> {
  const { from, id, line } = KINDS[kind]
  const found = await rows<{ line: string }>(
    asker,
    `select concat_ws(' | ', ${line}) as line from ${from} where ${id} in (select id from (${question}) as listed)`,
  )
  return found.map((one) => one.line).sort()
}

/** Whether each typed word begins one of a text. */
const begun = (haystack: string, typed: string): string =>
  typed === ''
    ? 'true'
    : typed
        .split(' ')
        .map((word) => `${haystack} like '% ' || search_key('${word}') || '%'`)
        .join(' and ')

/** Ids of the rows of a list that the typed words find: each begins a word of the row. */
export async function foundIn(asker: Asker, kind: KindName, question: string, typed: string): Promise<string[]> {
  const { from, id, words } = KINDS[kind]
  const haystack = `' ' || search_key(concat_ws(' ', ${words}))`
  const found = await rows<{ id: string }>(
    asker,
    `select ${id} as id from ${from} where ${id} in (select id from (${question}) as listed) and ${begun(haystack, typed)}`,
  )
  return found.map((one) => one.id).sort()
}

/** The values by which a list is sorted, in that order, those without one last. */
export async function sortedBy(asker: Asker, kind: KindName, question: string, order: string): Promise<string[]> {
  const { from, id } = KINDS[kind]
  const found = await rows<{ value: string }>(
    asker,
    `select coalesce((${order})::text, '') as value from ${from} where ${id} in (select id from (${question}) as listed) order by ${order} desc nulls last`,
  )
  return found.map(({ value }) => value)
}

/** The orders that are not settled (DAY-06): a seller's own, or all that the office sees. */
const DUE = `select d.*, coalesce(p."IDRESPONSABLEPROJET", d."IDRESPONSABLEPROJET") as responsable, p."IDAGENCE" as agence
  from d left join p on p."IDPROJET" = d."IDPROJET"
  where d."SOLDE" <> 0 and d."DATE_SIGNATURE" is not null and ($3::boolean or coalesce(p."IDRESPONSABLEPROJET", d."IDRESPONSABLEPROJET") = $1)`
export const OWED = `select "IDDEVIS" as id from (${DUE}) as due`

/** Number of orders and cents that are owed. */
export async function owed(asker: Asker): Promise<{ orders: number; left: number }> {
  const [found] = await rows<{ orders: string; left: string }>(
    asker,
    `select count(*) as orders, coalesce(sum(greatest("SOLDE", 0)), 0) as left from (${DUE}) as due`,
  )
  return { orders: Number(found?.orders), left: Number(found?.left) }
}

const money = (cents: string): string => `replace(to_char(${cents} / 100.0, 'FM9999999990.00'), '.', ',')`

/** The lines of the file of what is owed, without its total: agency, commercial, client, quote, total, left, to give back; of those that the typed words find. */
export async function owedLines(asker: Asker, typed = ''): Promise<string[]> {
  const haystack = `' ' || search_key(concat_ws(' ', "NOM", "PRENOM", "NUMERO_DEVIS", "OBJET", (select "NOM_COMPLET" from personnel where "IDPERSONNEL" = responsable)))`
  const found = await rows<{ line: string }>(
    asker,
    `select concat_ws(' | ', coalesce((select "LIBELLE" from reference where id = agence), 'Sans agence'),
        coalesce((select "NOM_COMPLET" from personnel where "IDPERSONNEL" = responsable), 'Sans commercial'),
        concat_ws(' ', "NOM", "PRENOM"), coalesce("NUMERO_DEVIS", 'Devis en attente de numéro'),
        ${money('case when "REFUSE" = 1 then coalesce("MONTANT_CONSERVE", 0) else "PRIX_TTC" end')},
        ${money('greatest("SOLDE", 0)')}, ${money('greatest(-"SOLDE", 0)')}) as line
      from (${DUE}) as due left join client using ("IDCLIENT") where ${begun(haystack, typed)}`,
  )
  return found.map(({ line }) => line).sort()
}

/** What is owed by commercial (or by agency): name, orders, left, to give back. */
export async function owedBy(asker: Asker, by: 'responsable' | 'agence'): Promise<string[]> {
  const name =
    by === 'agence'
      ? `coalesce((select "LIBELLE" from reference where id = agence), 'Sans agence')`
      : `coalesce((select "NOM_COMPLET" from personnel where "IDPERSONNEL" = responsable), 'Sans commercial')`
  const found = await rows<{ line: string }>(
    asker,
    `select concat_ws(' | ', ${name}, count(*), sum(greatest("SOLDE", 0)), sum(greatest(-"SOLDE", 0))) as line from (${DUE}) as due group by ${by}`,
  )
  return found.map(({ line }) => line).sort()
}

/** Reports that this person may see, of a period and with words anywhere in them (DAY-11). */
export const reports = ({ mine, words, from }: { mine: boolean; words?: string; from?: string }): string => `
  select one."IDSOUMISSION" as id from s as one ${ofProject} left join personnel author on author."IDPERSONNEL" = one."IDPERSONNEL"
  where ${mine ? `one."IDPERSONNEL" = $1` : 'true'} and ${
    from === undefined
      ? 'true'
      : `one."DATE_SOUMISSION" >= to_char(('${from} 00:00'::timestamp at time zone 'Europe/Paris') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  } and ${
    words === undefined
      ? 'true'
      : `search_key(concat_ws(' ', one."FORMULAIRE"->>'TITRE', (select string_agg(value, ' ') from jsonb_each_text(one."REPONSES")), c."NOM", c."PRENOM",
          c."VILLE", p."DESCRIPTION", author."NOM_COMPLET")) like '%${words}%'`
  }`

/** Absences of a month: mine, or those that a director sees. One that is not repeated takes one line. */
export async function absences(asker: Asker, month: string, team: boolean): Promise<string[]> {
  const found = await rows<{ id: string }>(
    asker,
    `select id from absence where not deleted and "REPETITION" is null and "DEBUT" < '${month}-32' and "FIN" >= '${month}-01'
      and ${team ? `("IDPERSONNELS" @> array[$1] or viewer_agence is null or viewer_agence = any($2))` : `"IDPERSONNELS" @> array[$1]`}`,
  )
  return found.map(({ id }) => id).sort()
}

/** What a person was told of within sixty days. */
export async function told(asker: Asker): Promise<{ unread: number; rows: number }> {
  const [found] = await rows<{ unread: string; all: string }>(
    asker,
    `select count(*) filter (where "LU" = 0) as unread, count(*) as all from notification where not deleted and "IDPERSONNEL" = $1
      and "DATE_NOTIFICATION" >= to_char((now() at time zone 'Europe/Paris')::date - 60, 'YYYY-MM-DD')`,
  )
  return { unread: Number(found?.unread), rows: Number(found?.all) }
}

/** Names of the filters that a person saved for a list. */
export async function savedFilters(asker: Asker, screen: string): Promise<string[]> {
  const found = await rows<{ name: string }>(
    asker,
    `select "NOM" as name from filtre where not deleted and "IDPERSONNEL" = $1 and "ECRAN" = '${screen}'`,
  )
  return found.map(({ name }) => name).sort()
}

/** Rows of RAF, appointments and works, as their file names them; of those that the typed words find. */
export async function todoLines(asker: Asker, question: string, typed = ''): Promise<string[]> {
  const object = `coalesce(r."RDV_OBJET", w."RDV_OBJET", case when r."IDRDV" is null then 'Intervention' else 'Rendez-vous' end)`
  const haystack = `' ' || search_key(concat_ws(' ', c."NOM", c."PRENOM", c."VILLE", c."MAIL", ${object}, p."DESCRIPTION"))`
  const found = await rows<{ line: string }>(
    asker,
    `select concat_ws(' | ', case when c."IDCLIENT" is null then '' else concat_ws(' ', c."NOM", c."PRENOM") end, coalesce(c."VILLE", ''),
        coalesce(c."PORTABLE", c."TELEPHONE", ''), ${object}) as line
      from (${question}) as todo(id) left join r on r."IDRDV" = todo.id left join w on w."IDINTERVENTION" = todo.id
        left join p on p."IDPROJET" = coalesce(r."IDPROJET", w."IDPROJET") left join client c on c."IDCLIENT" = p."IDCLIENT" where ${begun(haystack, typed)}`,
  )
  return found.map(({ line }) => line).sort()
}

/** The lines of the file of visits where nobody goes: what, the client, and who was to go. */
export async function unattendedLines(asker: Asker, question: string): Promise<string[]> {
  const found = await rows<{ line: string }>(
    asker,
    `select concat_ws(' | ', coalesce(r."RDV_OBJET", w."RDV_OBJET", case when r."IDRDV" is null then 'Intervention' else 'Rendez-vous' end),
        coalesce(concat_ws(' ', c."NOM", c."PRENOM"), ''),
        (select string_agg(distinct "NOM_COMPLET", ', ') from personnel where "IDPERSONNEL" = any${GONE}
          and ("IDPERSONNEL" = any(r."IDPERSONNELS") or w."IDINTERVENTION_PLANNING" @> jsonb_build_array(jsonb_build_object('IDPERSONNEL', "IDPERSONNEL"))))) as line
      from (${question}) as visit left join r on r."IDRDV" = visit.id left join w on w."IDINTERVENTION" = visit.id
        left join p on p."IDPROJET" = coalesce(r."IDPROJET", w."IDPROJET") left join client c on c."IDCLIENT" = p."IDCLIENT"`,
  )
  return found.map(({ line }) => line).sort()
}

/** Of the team, those whose name or mail the typed words find: name, agency and mail. */
export async function teamLines({ company }: Asker, typed = ''): Promise<string[]> {
  const found = await company.ask<{ line: string }>(
    `select concat_ws(' | ', "NOM_COMPLET", coalesce((select "LIBELLE" from reference where id = "IDAGENCE"), ''), coalesce("MAIL", '')) as line
      from personnel where not deleted and "IDPERSONNEL" <> all${GONE} and ${begun(`' ' || search_key(concat_ws(' ', "NOM_COMPLET", "MAIL"))`, typed)}`,
  )
  return found.map(({ line }) => line).sort()
}

/** Articles of the price list whose family, label or reference holds each typed word, anywhere (SET-08); archived ones too where `all`. */
export const articles = ({ typed = '', all = false }: { typed?: string; all?: boolean }): string => {
  const reference = `search_key(one."REFERENCE")`
  const haystack = `concat_ws(' ', search_key(concat_ws(' ', one."FAMILLE", one."LIBELLE")), ${reference}, replace(${reference}, ' ', ''))`
  // « t-01 » is two words.
  const words = typed.split(/[^\p{L}\d]+/u).map((word) => `${haystack} like '%' || search_key('${word}') || '%'`)
  return `select one.id from article as one where not one.deleted and ${all ? 'true' : `one."ARCHIVE" = 0`} and ${words.join(' and ')}`
}
