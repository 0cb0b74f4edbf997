import type { Company, Viewer } from './company.ts'

/** What the server's database answers to the question of each screen. Written from the product's text, not from the app's code. */

export interface Asker {
  company: Company
  viewer: Viewer
}

/** $1 is the person, $2 their agencies, $3 whether they belong to the office. The records of the projects that they may see (AUT-10). */
const SEEN = `not deleted and (viewer_personnes @> array[$1] or ($3::boolean and (viewer_agence is null or viewer_agence = any($2::text[]))))`
const NOW = `to_char(now() at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI')`
/** Whose account is closed: they are in no team, rank no more without figures, and what was planned for them is nobody's. */
export const GONE = `((select coalesce(array_agg(id), '{}') from (select personnel_id as id from credential where disabled
  union select "IDPERSONNEL" from personnel where deleted) as gone)::text[])`
const TODAY = `to_char(now() at time zone 'Europe/Paris', 'YYYY-MM-DD')`

/** Tables as this person may see them, and projects with their appointments. */
const WITH = `with me as (select $1::text as id, $2::text[] as agences, $3::boolean as office),
  p as (select *, "DATE_SANS_SUITE" is not null or "REFUSE" = 1 as closed from projet where ${SEEN}),
  r as (select * from rdv where ${SEEN} and "SUPPRIME" = 0),
  d as (select * from devis where ${SEEN}),
  asking as (select * from d where "DEVIS_SIGNE" = 0 and "REFUSE" = 0 and not exists (select from p where p."IDPROJET" = d."IDPROJET" and closed) and not exists (select from d as other where other."IDPROJET" = d."IDPROJET"
    and other."DEVIS_SIGNE" = 1 and other."REFUSE" = 0 and (other."DATE_SIGNATURE" >= d."DATE_TRANSMISSION"
      or (other."IDDEVIS" <> d."IDDEVIS" and coalesce(other."GROUPE_VARIANTES", other."IDDEVIS") = coalesce(d."GROUPE_VARIANTES", d."IDDEVIS"))))),
  w as (select * from intervention where ${SEEN}),
  s as (select * from soumission where ${SEEN}),
  request as (select *, case when jsonb_array_length("REPONSES") > 0 then 'repondue'
    when coalesce("PRISE_PAR", "IDCLIENT_SUITE", "IDPROJET_SUITE") is not null then 'prise' else 'nouvelle' end as etat from demande where ${SEEN}),
  visited as (select distinct "IDPROJET" as id from r where "IDPROJET" is not null),
  project as (select p.*, exists (select from visited where visited.id = p."IDPROJET") as visited from p)`

const valuesOf = ({ viewer }: Asker): unknown[] => [viewer.id, viewer.agences, viewer.office]

/** The rows of a question about what this person may see. */
export const rows = <R extends Record<string, unknown>>(asker: Asker, text: string): Promise<R[]> =>
  asker.company.ask<R>(`${WITH} ${text}`, valuesOf(asker))

/** The ids of a question whose only column is `id`. */
export async function ids(asker: Asker, text: string): Promise<string[]> {
  return (await rows<{ id: string }>(asker, text)).map(({ id }) => id).sort()
}

export async function count(asker: Asker, from: string): Promise<number> {
  return Number((await rows<{ n: string }>(asker, `select count(*) as n from ${from}`))[0]?.n)
}

/** Ids with their number, as `scrolled` reads a list. */
export async function listed(asker: Asker, text: string): Promise<{ count: number; ids: string[] }> {
  const found = await ids(asker, text)
  return { count: found.length, ids: found }
}

const open = (where: string): string => `select "IDPROJET" as id from project where not closed and ${where}`

/** Questions of the lists of projects that wait (MGR-02, MGR-06, MGR-07, MGR-16). */
export const WAITING = {
  to_contact: open(
    `"IDRESPONSABLEPROJET" = $1 and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is null and not visited`,
  ),
  without_rdv: open(
    `"IDRESPONSABLEPROJET" = $1 and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is not null and not visited`,
  ),
  without_quote: open(`"IDRESPONSABLEPROJET" = $1 and "IDETAT_PROJET" = 1 and visited`),
  to_call_again: open(
    `"IDRESPONSABLEPROJET" = $1 and "IDETAT_PROJET" > 1 and "RELANCE_INTERMEDIAIRE" is not null and ("RELANCE_INTERMEDIAIRE" >= ${TODAY}
      or not exists (select from r where r."IDPROJET" = project."IDPROJET" and left(r."RDV_DEBUT", 10) > "RELANCE_INTERMEDIAIRE"))`,
  ),
  unheld: open(
    `"RELANCE_INTERMEDIAIRE" is not null and ("IDRESPONSABLEPROJET" is null or exists (select from credential k where k.company_id = project.company_id
      and k.personnel_id = "IDRESPONSABLEPROJET" and k.disabled)) and ("RELANCE_INTERMEDIAIRE" >= ${TODAY}
      or not exists (select from r where r."IDPROJET" = project."IDPROJET" and left(r."RDV_DEBUT", 10) > "RELANCE_INTERMEDIAIRE"))`,
  ),
  to_assignment: open(`"IDRESPONSABLEPROJET" is null and "TYPE_PROJET" = 0`),
  to_plan: open(
    `"IDRESPONSABLEPROJET" is not null and "IDETAT_PROJET" = 1 and not visited and ("IDAGENCE" is null or "IDAGENCE" = any($2))`,
  ),
} as const

/** Projects that the pipeline counts somewhere (MGR-17), each once. */
export const PIPELINE = `select "IDPROJET" as id from project where (not closed and "TYPE_PROJET" = 0 and "IDRESPONSABLEPROJET" is null)
  or (not closed and "IDRESPONSABLEPROJET" is not null and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is null and not visited)
  or (not closed and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is not null and not visited) or (not closed and "IDETAT_PROJET" = 1 and visited)
  or (not closed and "IDETAT_PROJET" = 2) or "IDETAT_PROJET" >= 4 or (closed and "IDETAT_PROJET" in (1, 2))`

const planned = (alias: string): string =>
  `exists (select from jsonb_array_elements(${alias}."IDINTERVENTION_PLANNING") as slot where slot->>'IDPERSONNEL' = $1)`

/** Whether the project of these appointments or works was stopped. */
const ofStopped = (alias: string): string =>
  `exists (select from p as ended where ended.closed and ended."IDPROJET" = ${alias}."IDPROJET")`
/** Works of a stopped project or a cancelled order: nobody goes there any more. */
const stopped = (alias: string): string =>
  `(${ofStopped(alias)} or exists (select from d as cancelled where cancelled."IDDEVIS" = ${alias}."IDDEVIS" and cancelled."DEVIS_SIGNE" = 1
    and cancelled."REFUSE" = 1))`

/** My past appointments without a debrief or report, my past works without feedback, or « mauvais » without a signed PV (MGR-13). */
export const todo = (debriefs: boolean, since: string): string => `
  select "IDRDV" as id from r left join reference nature on nature.id = r."IDNATURE_RDV"
  where "IDPERSONNELS" @> array[$1] and "RDV_FIN" <= ${NOW} and "RDV_DEBUT" >= ${since} and "DEBRIEF_CATEGORIE" = 0
    and not ${ofStopped('r')} and not ((${!debriefs} or nature."CODE" in ('Metre', 'Autre')) and exists (select from s where s."IDRDV" = r."IDRDV"))
  union all
  select "IDINTERVENTION" from w where ${planned('w')} and "RDV_FIN" <= ${NOW} and "RDV_FIN" >= ${since} and not ${stopped('w')}
    and ("FEEDBACK" is null or ("FEEDBACK" = 'mauvais' and not exists (select from fichier f where f."IDENREGISTREMENT" = w."IDINTERVENTION"
      and f."ORIGINE" = 'intervention_sign_pv' and not f.deleted)))`
export const YEAR = `to_char((now() at time zone 'Europe/Paris')::date - 365, 'YYYY-MM-DD') || ' 00:00'`
export const EVER = `'0'`

/** Works of the projects that I am responsible for (MGR-09), by the filter of the screen. */
export const followed = (filter: 'suivre' | 'venir' | 'solde' | 'toutes'): string => `
  select w."IDINTERVENTION" as id from w join p on p."IDPROJET" = w."IDPROJET" where p."IDRESPONSABLEPROJET" = $1 and ${
    {
      suivre: `((coalesce("FEEDBACK", '') <> 'bon' and not ${stopped('w')}) or coalesce("SOLDE_DEVIS", 0) > 0)`,
      venir: `"RDV_DEBUT" > ${NOW} and not ${stopped('w')}`,
      solde: `coalesce("SOLDE_DEVIS", 0) > 0`,
      toutes: 'true',
    }[filter]
  }`

/** My measures, and what follows from them (MGR-11). */
const MEASURES = `(select r.* from r join reference nature on nature.id = r."IDNATURE_RDV" where nature."CODE" = 'Metre' and r."IDPERSONNELS" @> array[$1])`
const MEASURED = `select w.* from w where w."IDPROJET" in (select "IDPROJET" from ${MEASURES} as measure)`
/** Its project may be one that I see: one of its place, or any where it has none. */
const MAY_BE_HERE = `exists (select from p left join client c on c."IDCLIENT" = p."IDCLIENT"
    where measure."IDADRESSE" is null or measure."IDADRESSE" in (p."ADRESSE_CHANTIER", c."IDADRESSE"))`
export const measured = {
  all: `select "IDINTERVENTION" as id from (${MEASURED}) as work`,
  missing: `select "IDINTERVENTION" as id from (${MEASURED}) as work where "IDDEVIS" is null
    and not ${ofStopped('work')} and not exists (select from fichier f where f."IDENREGISTREMENT" = work."IDINTERVENTION" and f."ORIGINE" = 'intervention_sign_pv' and not f.deleted)
    union all select "IDRDV" from ${MEASURES} as measure where "IDPROJET" is null and ${MAY_BE_HERE}`,
} as const
/** Measures without a project, of everybody whom the office sees. */
export const looseMeasures = `select "IDRDV" as id from r join reference nature on nature.id = r."IDNATURE_RDV" where nature."CODE" = 'Metre' and r."IDPROJET" is null`

/** Appointments and works to come where nobody goes, because whoever was to go has left (MGR-06); nobody waits any more after a debrief, a stop, « bon » or a PV. */
const SLOTS = `jsonb_array_elements(w."IDINTERVENTION_PLANNING")`
/** What is to come is few, and found first (offset 0): whether it is stopped is a question for each of them. */
export const unattended = `
  select "IDRDV" as id from (select * from r where "RDV_FIN" > ${NOW} and "DEBRIEF_CATEGORIE" = 0 and cardinality("IDPERSONNELS") > 0
    and "IDPERSONNELS" <@ ${GONE} offset 0) as r where not ${ofStopped('r')}
  union all
  select "IDINTERVENTION" from (select * from w where coalesce("FEEDBACK", '') <> 'bon'
    and exists (select from ${SLOTS} as gone where gone->>'IDPERSONNEL' = any${GONE} and gone->>'FIN' > ${NOW}
      and not exists (select from ${SLOTS} as stays where stays->>'IDPERSONNEL' <> all${GONE} and stays->>'FIN' > ${NOW}
        and left(stays->>'DEBUT', 10) <= left(gone->>'FIN', 10) and left(gone->>'DEBUT', 10) <= left(stays->>'FIN', 10))) offset 0) as w
  where not ${stopped('w')}
    and not exists (select from fichier f where f."IDENREGISTREMENT" = w."IDINTERVENTION" and f."ORIGINE" = 'intervention_sign_pv' and not f.deleted)`

const GROUP = `"IDPROJET", coalesce("GROUPE_VARIANTES", "IDDEVIS")`
/** One quote of each choice of variants: the dearest that was sent. */
const DEAREST = `("DATE_TRANSMISSION" is null), "NET_HT" desc, "IDDEVIS" collate "C"`
const EXPIRED = `"DATE_TRANSMISSION" is not null and coalesce("DATE_VALIDITE" < ${TODAY}, false)`

/** Quotes that wait for an answer (MGR-12): those whose customer signed no other one since, and of variants one, that may still be signed if there is one. */
export const pending = (whose: 'mine' | 'all', state: string): string => `select * from (
    select distinct on (${GROUP}) *, max("DATE_CONSULTATION") over (partition by ${GROUP}) as read from asking
    where ${whose === 'mine' ? `"IDRESPONSABLEPROJET" = $1` : 'true'} order by ${GROUP}, (${EXPIRED}), ${DEAREST}
  ) as quote where ${
    {
      tous: 'true',
      brouillon: `"DATE_TRANSMISSION" is null`,
      transmis: `"DATE_TRANSMISSION" is not null and not (${EXPIRED}) and read is null`,
      consulte: `"DATE_TRANSMISSION" is not null and not (${EXPIRED}) and read is not null`,
      expire: EXPIRED,
    }[state]
  }`

/** Of each of my works the slot that counts: today's, else the first to come, else the last (MGR-10). */
const RUNS = `left(debut, 10) <= ${TODAY} and fin >= ${TODAY} || ' 00:00'`
const MINE = `(select distinct on ("IDINTERVENTION") * from (
    select w.*, slot->>'DEBUT' as debut, slot->>'FIN' as fin from w, jsonb_array_elements("IDINTERVENTION_PLANNING") as slot where slot->>'IDPERSONNEL' = $1
  ) as slot order by "IDINTERVENTION", case when ${RUNS} then 0 when left(debut, 10) > ${TODAY} then 1 else 2 end,
    case when left(debut, 10) > ${TODAY} then debut end, debut desc) as mine`
export const sites = {
  today: `select "IDINTERVENTION" as id from ${MINE} where ${RUNS}`,
  late: `select "IDINTERVENTION" as id from ${MINE} where not (${RUNS}) and "FEEDBACK" is null and fin < ${TODAY} and not ${stopped('mine')}`,
  next: `select "IDINTERVENTION" as id from ${MINE} where not (${RUNS}) and "FEEDBACK" is null and debut > ${TODAY} and not ${stopped('mine')}`,
  done: `select "IDINTERVENTION" as id from ${MINE} where not (${RUNS}) and "FEEDBACK" is not null`,
} as const

/** Appointments of some days that I take part in. */
export const rdvsOf = (who: string, from: string, to: string): string =>
  `select "IDRDV" as id from r where "IDPERSONNELS" && string_to_array('${who}', ',') and "RDV_DEBUT" <= '${to} 23:59' and "RDV_FIN" >= '${from}'`

/** The lines of the file of clients (MGR-08), sorted as JavaScript sorts. */
export async function clientLines(asker: Asker, where: string): Promise<string[]> {
  const found = await asker.company.ask<{ line: string }>(
    `select concat_ws(' | ', "NOM", coalesce("PRENOM", ''), coalesce("PORTABLE", ''), coalesce("TELEPHONE", ''), coalesce(client."MAIL", ''), coalesce("VILLE", ''),
      coalesce((select "NOM_COMPLET" from personnel p where p."IDPERSONNEL" = client."IDPERSONNEL"), ''), ${[
        'IDAGENCE',
        'IDORIGINE',
        'IDORIGINE_CAMPAGNE',
      ]
        .map((name) => `coalesce((select "LIBELLE" from reference where id = client."${name}"), '')`)
        .join(', ')},
      coalesce((select string_agg("LIBELLE", ', ' order by place) from unnest("IDLABELS") with ordinality as held(label, place) join reference on id = label), '')) as line
    from client where not deleted and ${where}`,
  )
  return found.map(({ line }) => line).sort()
}

export async function clientCount({ company }: Asker, where: string): Promise<number> {
  const [found] = await company.ask<{ n: string }>(`select count(*) as n from client where not deleted and ${where}`)
  return Number(found?.n)
}

const HELD = `' ' || search_key(coalesce("VILLE", '') || ' ' || coalesce("CODE_POSTAL", '') || ' ' || coalesce("ADRESSE", ''))`
const at = (where: string): string => `"IDADRESSE" in (select "IDADRESSE" from adresse where not deleted and ${where})`

/**
 * What a typed search of clients means (MGR-08, DAY-12): the beginning of name, first name, town, mail or number; of several words each begins a word of
 * name and town; or every word begins one of the address, and one of them, of three letters or more, names the street; a postcode may stand with a name.
 */
export const matching = (typed: string): string => {
  if (/^[\d ]+$/.test(typed)) {
    const digits = typed.replaceAll(' ', '')
    const numbers = `cle_portable like '${digits}%' or phone_key("TELEPHONE") like '${digits}%'`
    return digits.length > 5 ? numbers : `${numbers} or ${at(`"CODE_POSTAL" like '${digits}%'`)}`
  }
  const words = typed.split(' ').map((word) => `search_key('${word}')`)
  const begins = (haystack: string, word: string): string => `${haystack} like '% ' || ${word} || '%'`
  const street = words
    .map((word) => `(length(${word}) >= 3 and ${begins(`' ' || search_key(coalesce("ADRESSE", ''))`, word)})`)
    .join(' or ')
  const place = at(`${words.map((word) => begins(HELD, word)).join(' and ')} and (${street})`)
  const named = words.map((word) => begins(`(' ' || cle_nom || ' ' || cle_ville)`, word)).join(' and ')
  const mail = `lower("MAIL") like '${typed.toLowerCase()}%'`
  if (words.length > 1) return `(${named}) or ${place}`
  return [...['cle_nom', 'cle_prenom', 'cle_ville'].map((key) => `${key} like ${words[0]} || '%'`), mail, place].join(
    ' or ',
  )
}

const amount = (sum: string): string => `replace(to_char(coalesce(${sum}, 0) / 100.0, 'FM9999999990.00'), '.', ',')`

/** The lines of the pipeline's file (MGR-17), by person or by agency, the total last. */
export async function pipelineLines(asker: Asker, by: 'person' | 'agency'): Promise<string[]> {
  const agency = `coalesce((select "LIBELLE" from reference where id = agence), 'Sans agence')`
  const who = `coalesce((select "NOM_COMPLET" || case when "IDPERSONNEL" = any${GONE} then ' (compte fermé)' else '' end
    from personnel where "IDPERSONNEL" = responsable), 'Sans responsable')`
  const figures = `count(*) filter (where a), count(*) filter (where b), count(*) filter (where c), count(*) filter (where d), count(*) filter (where e),
    count(*) filter (where f), count(*) filter (where g), count(*) filter (where h), ${amount('sum(pending)')}, ${amount('sum(signed)')}, count(*)`
  const found = await rows<{ line: string }>(
    asker,
    `, step as (
      select "IDPROJET" as id, "IDAGENCE" as agence, "IDRESPONSABLEPROJET" as responsable, closed,
        not closed and "TYPE_PROJET" = 0 and "IDRESPONSABLEPROJET" is null as a,
        not closed and "IDRESPONSABLEPROJET" is not null and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is null and not visited as b,
        not closed and "IDETAT_PROJET" = 1 and "RELANCE_INTERMEDIAIRE" is not null and not visited as c,
        not closed and "IDETAT_PROJET" = 1 and visited as d, not closed and "IDETAT_PROJET" = 2 as e, not closed and "IDETAT_PROJET" >= 4 as f,
        closed and "IDETAT_PROJET" >= 4 as g, closed and "IDETAT_PROJET" in (1, 2) as h from project
    ), money as (
      select "IDPROJET" as id, sum("NET_HT") filter (where "DEVIS_SIGNE" = 0) as pending, sum("NET_HT") filter (where "DEVIS_SIGNE" = 1) as signed from (
        select "IDPROJET", "NET_HT", "DEVIS_SIGNE" from d where "DEVIS_SIGNE" = 1 and "REFUSE" = 0
        union all (select distinct on (${GROUP}) "IDPROJET", "NET_HT", "DEVIS_SIGNE" from asking where "DATE_TRANSMISSION" is not null order by ${GROUP}, ${DEAREST})
      ) as counting group by 1
    ), counted as (
      select step.*, case when not closed then money.pending end as pending, case when not closed then money.signed end as signed
      from step left join money using (id) where a or b or c or d or e or f or g or h
    )
    select concat_ws(' | ', ${agency}, ${by === 'person' ? `${who}, ` : ''}${figures}) as line from counted group by agence${by === 'person' ? ', responsable' : ''}
    union all select concat_ws(' | ', ${agency}, ${by === 'person' ? `${who}, ` : ''}'0', '0', '0', '0', '0', '0', '0', '0', '0,00', '0,00', '0') from (
      select distinct agence${by === 'person' ? ', responsable' : ''} from (select "IDAGENCE" as agence, "IDPERSONNEL" as responsable from personnel
        where not deleted and 'commercial' = any("ROLES") and "IDPERSONNEL" <> all${GONE} and ("IDAGENCE" is null or "IDAGENCE" = any($2))) as seller
      except select agence${by === 'person' ? ', responsable' : ''} from counted) as without
    union all select concat_ws(' | ', 'Total', ${by === 'person' ? `'', ` : ''}${figures}) from counted`,
  )
  return found.map(({ line }) => line).sort()
}

/** The ranking's rows of this year (MGR-05), whoever asks: name, and number and cents of what was signed, and of what was withdrawn. Who has left has one only with figures. */
export async function ranking({ company }: Asker): Promise<string[]> {
  const year = `(date_trunc('year', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris')`
  const day = (name: string): string => `(devis."${name}"::timestamptz >= ${year})`
  const lost = `(${day('DATE_REFUSE')} and "DATE_SIGNATURE" <= "DATE_REFUSE")`
  const found = await company.ask<{ line: string }>(
    `select concat_ws(' | ', "NOM_COMPLET", count(*) filter (where ${day('DATE_SIGNATURE')}), coalesce(sum("NET_HT") filter (where ${day('DATE_SIGNATURE')}), 0),
      count(*) filter (where ${lost}), coalesce(sum("NET_HT") filter (where ${lost}), 0)) as line
    from personnel left join devis on devis."IDRESPONSABLEPROJET" = personnel."IDPERSONNEL" and not devis.deleted and "DATE_SIGNATURE" is not null
    where 'commercial' = any("ROLES") and "HORS_STATS" = 0 group by personnel."IDPERSONNEL", "NOM_COMPLET"
    having personnel."IDPERSONNEL" <> all${GONE} or count(*) filter (where ${day('DATE_SIGNATURE')} or ${lost}) > 0`,
  )
  return found.map(({ line }) => line).sort()
}

/** What became of the projects that each person of the ranking met first this year (MGR-05): name, met, with a quote, sold. */
export async function conversion(asker: Asker): Promise<string[]> {
  const { company } = asker
  const nameOf = (line: string): string => line.split(' | ')[0] ?? ''
  const ranked = new Set((await ranking(asker)).map(nameOf))
  const found = await company.ask<{ line: string }>(
    `with visit as (
      select distinct on (rdv."IDPROJET") rdv.* from rdv left join reference nature on nature.id = "IDNATURE_RDV"
      where not rdv.deleted and "SUPPRIME" = 0 and "IDPROJET" is not null and "RDV_FIN" <= ${NOW} and "DEBRIEF_CATEGORIE" <> 1
        and coalesce("CODE", '') not in ('Metre', 'Autre') order by rdv."IDPROJET", "RDV_DEBUT" collate "C", "IDRDV" collate "C"
    ), fate as (
      select unnest("IDPERSONNELS") as who,
        exists (select from devis d where d."IDPROJET" = visit."IDPROJET" and not d.deleted and ("DATE_TRANSMISSION" is not null or "DEVIS_SIGNE" = 1)) as quoted,
        exists (select from devis d where d."IDPROJET" = visit."IDPROJET" and not d.deleted and "DEVIS_SIGNE" = 1 and "REFUSE" = 0) as sold
      from visit join projet using ("IDPROJET") where not projet.deleted and "TYPE_PROJET" = 0 and left("RDV_DEBUT", 4) = left(${TODAY}, 4)
    )
    select concat_ws(' | ', "NOM_COMPLET", count(who), count(*) filter (where quoted), count(*) filter (where sold)) as line
    from personnel left join fate on who = "IDPERSONNEL" where 'commercial' = any("ROLES") and "HORS_STATS" = 0 group by "IDPERSONNEL", "NOM_COMPLET"`,
  )
  return found.flatMap(({ line }) => (ranked.has(nameOf(line)) ? [line] : [])).sort()
}

/** Appointments that a device holds: deleted ones too, which keep their row. */
export const EVERY_RDV = `(select * from rdv where ${SEEN}) as every`
export const OPEN_CONFLICTS = `(select * from conflit where ${SEEN} and "RESOLU" = 0) as conflict`

/** Who has an appointment or works at a minute. */
export const takenAt = (minute: string): string => `
  select distinct who as id from (
    select unnest("IDPERSONNELS") as who from r where "RDV_DEBUT" <= '${minute}' and "RDV_FIN" > '${minute}'
    union select slot->>'IDPERSONNEL' from w, jsonb_array_elements("IDINTERVENTION_PLANNING") as slot where slot->>'DEBUT' <= '${minute}' and slot->>'FIN' > '${minute}'
  ) as taken where who in (select "IDPERSONNEL" from personnel) and who <> all${GONE}`

/** The client who has a hundred projects more. */
export async function lastClient({ company }: Asker): Promise<string> {
  const [found] = await company.ask<{ id: string }>(
    `select "IDCLIENT" as id from projet where "IDPROJET" = 'j-9000001'`,
  )
  return found?.id ?? ''
}

/** A client whom this person finds by the number alone, with some of each kind of record and no more than the search shows of each (6). */
export async function clientToFind(asker: Asker): Promise<{ id: string; phone: string }> {
  const few = ['projets', 'quotes', 'visits', 'works', 'reports'].map((kind) => `coalesce(${kind}, 0) <= 6`)
  const [found] = await rows<{ id: string; phone: string }>(
    asker,
    `, own as (select "IDCLIENT" as client, count(*) as projets from p group by 1),
      quoted as (select "IDCLIENT" as client, count(*) as quotes from d group by 1),
      met as (select p."IDCLIENT" as client, count(*) as visits from r join p on p."IDPROJET" = r."IDPROJET" group by 1),
      built as (select p."IDCLIENT" as client, count(*) as works from w join p on p."IDPROJET" = w."IDPROJET" group by 1),
      told as (select p."IDCLIENT" as client, count(*) as reports from s join p on p."IDPROJET" = s."IDPROJET" group by 1)
    select c."IDCLIENT" as id, c."PORTABLE" as phone from client c join own on own.client = c."IDCLIENT" left join quoted on quoted.client = own.client
      left join met on met.client = own.client left join built on built.client = own.client left join told on told.client = own.client
    where not c.deleted and c."PORTABLE" is not null and ${few.join(' and ')}
    order by (quotes is not null)::int + (visits is not null)::int + (works is not null)::int + (reports is not null)::int desc, c."IDCLIENT" limit 1`,
  )
  if (!found) throw new Error('No client with few records of each kind')
  return found
}

/** The options of the search over everything that a client leads to: itself, its projects and quotes, and the appointments, works and reports of these projects. */
export async function optionsOf(asker: Asker, client: string): Promise<string[]> {
  const ofProjects = (table: string, key: string, kind: string): string =>
    `select '${kind}-' || one."${key}" as id from ${table} as one join p on p."IDPROJET" = one."IDPROJET" where p."IDCLIENT" = '${client}'`
  return ids(
    asker,
    [
      `select 'client-${client}' as id`,
      `select 'projet-' || "IDPROJET" from p where "IDCLIENT" = '${client}'`,
      `select 'devis-' || "IDDEVIS" from d where "IDCLIENT" = '${client}'`,
      ofProjects('r', 'IDRDV', 'rdv'),
      ofProjects('w', 'IDINTERVENTION', 'intervention'),
      ofProjects('s', 'IDSOUMISSION', 'rapport'),
    ].join(' union all '),
  )
}

/** Projects that this person sees, and clients, whose journal has a word, as options of the search over everything. */
export const journalOptions = (word: string): string => `
  select 'journal-projet-' || "IDPROJET" as id from p where "JOURNAL"::text like '%${word}%'
  union all select 'journal-client-' || "IDCLIENT" from client where not deleted and "JOURNAL"::text like '%${word}%'`
