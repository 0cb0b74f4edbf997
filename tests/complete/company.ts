import pg from 'pg'

/**
 * Fills the demo company by SQL alone, without the app's code. What a list must show comes after what it leaves out: of each person first the closed projects,
 * of the clients first the other agency's, so that a limit that counts before a filter shows.
 */

/** The five accounts of the demo company, by role. */
export const PEOPLE = ['directeur', 'commercial', 'assistante', 'technicien', 'metreur'] as const
export type Person = (typeof PEOPLE)[number]

/** One person's place in the company, as the statements of `answers.ts` need it. */
export interface Viewer {
  id: string
  name: string
  agences: string[]
  /** Sees its agencies' records, not only those that it takes part in. */
  office: boolean
}

export interface Company {
  id: string
  viewerOf: (person: Person) => Viewer
  /** Rows of a statement, in this company. */
  ask: <R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<R[]>
  close: () => Promise<void>
}

const OFFICE: readonly Person[] = ['directeur', 'assistante']

/** Fills the company « demo » of a database that the seed has made. @param clients how many; everything else is in proportion */
export async function fillCompany(databaseUrl: string, clients: number): Promise<Company> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ask: Company['ask'] = async (text, values = []) => (await client.query(text, [...values])).rows
  await ask(`select set_config('app.platform', 'on', false)`)
  const [company] = await ask<{ id: string }>(`select id from company where key = 'demo'`)
  if (!company) throw new Error('The demo company is missing')
  await ask(`select set_config('app.company_id', $1, false), set_config('app.platform', '', false)`, [company.id])
  await client.query('begin')
  await ask(`select set_config('app.n', $1, true)`, [String(clients)])
  for (const statement of STATEMENTS) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
  // The questions are made of `with` parts, of which the planner knows no size: it compared every row of one with every row of another, a minute a question.
  await client.query('set enable_nestloop = off')
  const known = await ask<{ mail: string; id: string; name: string; agences: string[] }>(
    `select "MAIL" as mail, "IDPERSONNEL" as id, "NOM_COMPLET" as name, "AGENCES" as agences from personnel`,
  )
  return {
    id: company.id,
    ask,
    viewerOf(person) {
      const found = known.find(({ mail }) => mail === `${person}@example.com`)
      if (!found) throw new Error(`Nobody is ${person}`)
      return { ...found, office: OFFICE.includes(person) }
    },
    close: () => client.end(),
  }
}

/** Columns that every synced row has, with a seq of this transaction. */
const ROW = 'company_id, seq'
const NEXT = `current_setting('app.company_id'), nextval('complete_seq')`

const person = (mail: string): string => `(select "IDPERSONNEL" from personnel where "MAIL" = '${mail}@example.com')`
const reference = (list: string, where: string): string =>
  `(select id from reference where "LISTE" = '${list}' and ${where} order by "ORDRE" limit 1)`

/** A wall clock `yyyy-MM-dd HH:mm`, so many days from today. */
const clock = (days: string, hour: string): string =>
  `to_char((now() at time zone 'Europe/Paris')::date + (${days})::int, 'YYYY-MM-DD') || ' ' || ${hour}`
/** An instant, so many days from today. */
const instant = (days: string): string =>
  `to_char((now() at time zone 'UTC')::date + (${days})::int, 'YYYY-MM-DD"T"10:00:00.000"Z"')`
const id = (prefix: string, n: string): string => `'${prefix}-' || lpad((${n})::text, 7, '0')`
const picked = (values: readonly string[], index: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + (${index}) % ${values.length}]`

/** The journal of a record: a word that nothing else has, a name and a result. */
export const JOURNAL_WORD = 'girouette'
const journal = (
  n: string,
): string => `jsonb_build_array(jsonb_build_object('id', 'l' || ${n}, 'GENRE', 'appel', 'LE', '2026-01-02 10:00',
  'AUTEUR', 'Camille', 'RESULTAT', 'Pas de réponse', 'TEXTE', 'Rappeler pour la ${JOURNAL_WORD}'))`

const ARTICLES = ['Fenêtre battante', 'Porte d’entrée', 'Volet roulant', 'Pose']
const NAMES = ['Dupont', 'Lefèvre', 'Bernard', 'Roux', 'Morel', 'Girard', 'Faure', 'Muller', 'L’Hermitte', 'Nœl']
const FIRST = ['Zoé', 'Élodie', 'Jean', 'Inès', 'Hugo', 'Chloé', 'Luc', 'Anne-Marie']
const TOWNS = ['Nantes', 'Lyon', 'Rezé', 'Saint-Étienne', 'Orvault', 'Bron']

const STATEMENTS: readonly string[] = [
  // Numbers of this transaction for all rows: more than there will be.
  `create temp table size on commit drop as
    select n, n * 3 as rdvs, (n * 0.6)::int as projets, (n * 0.2)::int as works, (n * 0.2)::int as reports
    from (select current_setting('app.n')::int as n) as given`,
  `do $$
  declare first bigint;
  begin
    select take_seq((n * 7)::int + 10000) into first from size;
    execute format('create temp sequence complete_seq start %s', first);
  end $$`,
  `create temp table who on commit drop as select ${person('directeur')} as director, ${person('commercial')} as seller,
    ${person('technicien')} as technician, ${person('metreur')} as measurer,
    ${reference('AGENCES', `"LIBELLE" like '%Nantes%'`)} as nantes, ${reference('AGENCES', `"LIBELLE" like '%Lyon%'`)} as lyon,
    ${reference('NATURE_RDV', `"CODE" = 'Com'`)} as visit, ${reference('NATURE_RDV', `"CODE" = 'Metre'`)} as measure,
    ${reference('TYPE_INTERVENTION', 'true')} as work, ${reference('TVA', 'true')} as rate,
    (select array_agg(id order by id) from reference where "LISTE" = 'ORIGINE') as origins,
    (select array_agg(id order by id) from reference where "LISTE" = 'ORIGINE_CAMPAGNE') as campaigns,
    (select id from rapport order by "TITRE" limit 1) as form`,
  `insert into reference (${ROW}, id, "LISTE", "LIBELLE", "CODECOULEUR", "ORDRE")
    select ${NEXT}, id, 'LABEL', label, '#1971c2', place
    from (values ('label-frequent', 'Fréquente', 90), ('label-rare', 'Rare', 91)) as label(id, label, place)`,
  `insert into personnel (${ROW}, "IDPERSONNEL", "PRENOM", "NOM", "NOM_COMPLET", "INITIALES", "MAIL", "ROLES", "IDAGENCE", "AGENCES",
      "TOUTES_AGENCES", "HORS_STATS", "IDCOMPANY")
    select ${NEXT}, ${id('p', 'i')}, 'Camille', 'Collègue ' || lpad(i::text, 2, '0'), 'Camille Collègue ' || lpad(i::text, 2, '0'),
      'CC', 'collegue.' || i || '@example.com', array['commercial'], case when i % 2 = 0 then nantes else lyon end,
      array[case when i % 2 = 0 then nantes else lyon end], 0, case when i = 7 then 1 else 0 end, current_setting('app.company_id')
    from who, generate_series(0, 39) as i`,
  // Two colleagues have left: their accounts are closed, and what was planned for them is still to come.
  `insert into credential (company_id, personnel_id, mail, password_hash, disabled)
    select current_setting('app.company_id'), ${id('p', 'i')}, 'collegue.' || i || '@example.com', '', true from unnest(array[37, 38]) as i`,
  `insert into article (${ROW}, id, "FAMILLE", "REFERENCE", "LIBELLE", "UNITE", "PRIX_HT", "IDTVA", "OPTIONS", "ARCHIVE")
    select ${NEXT}, ${id('t', 'i')}, case when i % 30 > 0 then ${picked(['Fenêtres', 'Portes', 'Volets'], 'i')} end, 'T-' || lpad(i::text, 4, '0'),
      ${picked(ARTICLES, 'i')} || ' ' || i, 'u', 1000 + (i % 977) * 100, rate, '{}', case when i % 11 = 0 then 1 else 0 end
    from who, generate_series(1, 600) as i`,
  `insert into adresse (${ROW}, "IDADRESSE", "ADRESSE", "CODE_POSTAL", "VILLE", "LATITUDE", "LONGITUDE", "ADRESSE_COMPLETE")
    select ${NEXT}, ${id('a', 'i')}, i || ' rue des Lilas', '44000', 'Nantes',
      case when i % 10 > 0 then 46 + (i % 500) * 0.004 end, case when i % 10 > 0 then 0 + (i % 700) * 0.005 end,
      i || ' rue des Lilas, 44000 Nantes'
    from size, generate_series(1, n / 20) as i`,
  // A thousand homonyms stand in the middle: more than a page of one key.
  `insert into client (${ROW}, "IDCLIENT", "NOM", "PRENOM", "PORTABLE", "TELEPHONE", "MAIL", "IDADRESSE", "VILLE", "IDPERSONNEL", "IDAGENCE", "IDLABELS",
      "IDORIGINE", "IDORIGINE_CAMPAGNE", "JOURNAL", "DATE_CREATION")
    select ${NEXT}, ${id('c', 'i')},
      case when i <= n * 0.3 then 'Martin' when i <= n * 0.31 then 'Homonyme' else ${picked(NAMES, 'i')} end,
      case when i > n * 0.3 and i <= n * 0.31 then null else ${picked(FIRST, 'i / 3')} || ' ' || i end,
      case when i % 12 > 0 then '06399' || lpad((i % 100000)::text, 5, '0') end,
      case when i % 4 = 0 then '+33 2 4' || lpad((i % 10000000)::text, 7, '0') end, 'client.' || i || '@example.com', ${id('a', '1 + i % (n / 20)')},
      case when i % 50 = 0 then null when i <= n / 2 then 'Lyon' else ${picked(TOWNS, 'i')} end,
      case when i % 97 = 0 then null when i <= n * 0.9 then ${id('p', 'i % 40')} else seller end,
      case when i <= n / 2 then lyon else (array[nantes, lyon, null])[1 + i % 3] end,
      case when i <= n * 0.6 then array['label-frequent'] when i % 20 = 0 then array['label-frequent', 'label-rare'] else '{}' end,
      case when i % 3 > 0 then origins[1 + i % array_length(origins, 1)] end, case when i % 5 = 0 then campaigns[1 + i % array_length(campaigns, 1)] end,
      case when n - i in (3, 11) then ${journal('i')} else '[]' end, ${instant('-1000')}
    from size, who, generate_series(1, n) as i`,
  // The share of a person's projects: their first and last number. Open ones come in the last quarter.
  `create temp table share on commit drop as
    select 'colleague' as owner, 1 as first, (projets * 0.75)::int as last from size
    union all select 'seller', (projets * 0.75)::int + 1, (projets * 0.9)::int from size
    union all select 'nobody', (projets * 0.9)::int + 1, (projets * 0.96)::int from size
    union all select 'director', (projets * 0.96)::int + 1, projets from size`,
  // One client more has a hundred closed projects, and the last of the seller's projects hundreds of appointments.
  `create temp table made_projet on commit drop as
    select i, ${id('j', 'i')} as id, ${id('c', '1 + (i::bigint * 7) % n')} as client,
      case owner when 'colleague' then ${id('p', 'i % 40')} when 'seller' then seller when 'director' then director end as responsible,
      (array[nantes, lyon, null])[1 + i % 3] as agence, (i - first)::float / (last - first + 1) < 0.75 as closed,
      case when owner <> 'nobody' and i % 5 = 0 then case when i % 50 = 0 then 2 when i % 15 = 0 then 5 else 4 end
        when owner <> 'nobody' and i % 5 = 1 then 2 else 1 end as state, owner, -1000 + (i::bigint * 1000 / projets)::int as age
    from size, who, share, generate_series(1, projets) as i where i between first and last
    union all
    select 9000000 + i, ${id('j', '9000000 + i')}, ${id('c', 'n')}, seller, nantes, true, 1, 'seller', -900
    from size, who, generate_series(1, 100) as i`,
  `create temp table made_rdv on commit drop as
    with person as (
      select i, case when i <= rdvs * 0.93 then 'colleague' when i <= rdvs * 0.965 then 'seller' when i <= rdvs * 0.98 then 'measurer'
        when i <= rdvs * 0.99 then 'director' else 'technician' end as kind
      from size, generate_series(1, rdvs) as i
    ), target as (
      select person.*, case kind when 'seller' then s.first + (i * 7) % (s.last - s.first + 1)
        when 'director' then d.first + (i * 7) % (d.last - d.first + 1)
        else c.first + (i::bigint * 13) % (c.last - c.first + 1) end as projet
      from person, share c, share s, share d where c.owner = 'colleague' and s.owner = 'seller' and d.owner = 'director'
    )
    select i, ${id('r', 'i')} as id, case when i % 9 = 0 or (kind <> 'colleague' and projet % 4 = 1) then null else ${id('j', 'projet')} end as projet,
      case kind when 'colleague' then ${id('p', 'i % 40')} when 'seller' then seller when 'measurer' then measurer when 'director' then director
        else technician end as person,
      kind, case when kind = 'measurer' or i % 10 = 0 then measure else visit end as nature, ((i::bigint * 7919) % 1100 - 1000)::int as day,
      8 + i % 10 as hour, case when i % 4001 = 0 then 40 else 0 end as days, case when i % 7 = 0 then 1 else 0 end as deleted,
      case when i % 3 = 0 then ${id('p', '(i + 1) % 40')} end as other, case when i % 2 = 0 then nantes else lyon end as agence
    from target, who
    union all
    select 9000000 + i, ${id('r', '9000000 + i')}, ${id('j', '9000001')}, seller, 'seller', visit, -800 + i, 9, 0, 0, null, nantes
    from who, generate_series(1, 350) as i`,
  `create temp table made_work on commit drop as
    select i, ${id('w', 'i')} as id, ${id('j', '5 * (1 + (i::bigint * 3) % (projets * 18 / 100))')} as projet, 5 * (1 + (i::bigint * 3) % (projets * 18 / 100)) as number,
      case when i <= works * 0.9 then ${id('p', 'i % 40')} else technician end as person,
      ((i::bigint * 31) % 1100 - 1000)::int as day, case when i % 1999 = 0 then 40 else 1 end as days
    from size, who, generate_series(1, works) as i`,
  'create index on made_rdv (projet)',
  'create index on made_work (projet)',
  'analyze made_rdv, made_work',
  // What the server keeps beside each row: who sees a project is its responsible, the people of its appointments and of its works.
  `create temp table viewer on commit drop as
    select p.id, p.agence, (select coalesce(array_agg(distinct who), '{}') from (
        select p.responsible as who where p.responsible is not null
        union all select person from made_rdv r where r.projet = p.id and deleted = 0
        union all select other from made_rdv r where r.projet = p.id and deleted = 0 and other is not null
        union all select person from made_work w where w.projet = p.id) as taking_part) as people
    from made_projet p`,
  'create index on viewer (id)',
  `insert into projet (${ROW}, "IDPROJET", "IDCLIENT", "DESCRIPTION", "IDETAT_PROJET", "TYPE_PROJET", "IDRESPONSABLEPROJET", "IDAGENCE",
      "RELANCE_INTERMEDIAIRE", "REFUSE", "DATE_SANS_SUITE", "IDLABELS", "JOURNAL", "DATE_CREATION", viewer_agence, viewer_personnes)
    select ${NEXT}, p.id, client, 'Projet ' || i, state, case when i % 11 = 0 then 1 else 0 end, responsible, p.agence,
      case when i % 2 = 0 then to_char(now()::date + (i % 40 - 20), 'YYYY-MM-DD') end, case when closed and i % 6 = 0 then 1 else 0 end,
      case when closed and i % 6 > 0 then '2026-01-02' end, case when i % 13 = 0 then array['label-rare'] when i % 3 = 0 then array['label-frequent'] else '{}' end,
      case when i between 9000001 and 9000003 then ${journal('i')} else '[]' end, ${instant('age')}, viewer.agence, people
    from made_projet p join viewer on viewer.id = p.id order by i`,
  `insert into rdv (${ROW}, "IDRDV", "RDV_OBJET", "RDV_DEBUT", "RDV_FIN", "IDNATURE_RDV", "IDPROJET", "IDPERSONNELS", "SUPPRIME", "DEBRIEF_CATEGORIE",
      "DATE_CREATION", viewer_agence, viewer_personnes)
    select ${NEXT}, r.id, 'Visite ' || i, ${clock('day', `lpad(hour::text, 2, '0') || ':00'`)}, ${clock('day + days', `lpad(hour::text, 2, '0') || ':45'`)},
      nature, projet, array_remove(array[person, other], null), deleted,
      case when day >= 0 or (kind <> 'colleague' and i % 8 = 0) or kind = 'technician' or kind = 'measurer' then 0 else 4 end, ${instant('-1000')},
      case when projet is null then r.agence else viewer.agence end, case when projet is null then array_remove(array[person, other], null) else people end
    from made_rdv r left join viewer on viewer.id = r.projet order by i`,
  // Of each signed project an order (some were withdrawn, some had been refused before), of each with state 2 a pending quote.
  `insert into devis (${ROW}, "IDDEVIS", "IDPROJET", "IDCLIENT", "NUMERO_DEVIS", "OBJET", "LIGNES", "NET_HT", "PRIX_TTC", "DATE_EDITION", "DATE_VALIDITE",
      "IDRESPONSABLEPROJET", "DATE_CREATION", "DATE_TRANSMISSION", "DATE_CONSULTATION", "DATE_SIGNATURE", "DATE_REFUSE", "DEVIS_SIGNE", "REFUSE", "SOLDE",
      "GROUPE_VARIANTES", "VARIANTE", viewer_agence, viewer_personnes)
    select ${NEXT}, quote.id, quote.projet, client, 'D-2020-' || number, 'Fenêtres',
      jsonb_build_array(jsonb_build_object('id', 'l1', 'LIBELLE', 'Fenêtre', 'UNITE', 'u', 'QUANTITE', 1, 'PRIX_UNITAIRE_HT', price * 10, 'TAUX_TVA', 1000)),
      price * 10, price * 11, '2026-01-02', to_char(now()::date + (i % 60 - 20), 'YYYY-MM-DD'), responsible, ${instant('age')},
      case when given then ${instant('age + 1')} end, case when given and i % 3 = 0 then ${instant('age + 2')} end,
      case when signed then ${instant('age / 2')} end, case when refused then ${instant('age / 4')} end, signed::int, refused::int,
      case when signed then case when refused then -500 * (i % 3) when i % 15 = 0 then 0 else price * 11 - 700 * (i % 2) end end,
      variant_of, case when variant_of is not null then 'Confort' end, viewer.agence, people
    from (
      select i, ${id('d', 'i')} as id, p.id as projet, lpad(i::text, 6, '0') as number, client, responsible, age, 10000 + (i % 977) * 100 as price,
        i % 5 = 0 or i % 4 > 0 as given, i % 5 = 0 as signed, i % 50 = 0 as refused, null as variant_of
      from made_projet p where owner <> 'nobody' and i < 9000000 and i % 5 in (0, 1)
      union all
      select i, ${id('e', 'i')}, p.id, 'R' || i, client, responsible, age, 5000 + i % 977, true, false, true, null
      from made_projet p where owner <> 'nobody' and i < 9000000 and i % 10 = 0
      union all
      -- Variants of quotes that wait: a dearer one or a cheaper one, sent or still a draft.
      select i, ${id('v', 'i')}, p.id, 'V' || i, client, responsible, age, 10000 + (i % 977) * 100 + case when i % 40 = 1 then 700 else -700 end, i % 3 > 0, false, false,
        ${id('d', 'i')}
      from made_projet p where owner <> 'nobody' and i < 9000000 and i % 20 = 1
    ) as quote join viewer on viewer.id = quote.projet order by i`,
  `insert into intervention (${ROW}, "IDINTERVENTION", "IDPROJET", "IDDEVIS", "IDTYPE_INTERVENTION", "RDV_OBJET", "RDV_DEBUT", "RDV_FIN",
      "IDINTERVENTION_PLANNING", "NOTES", "SOLDE_DEVIS", "SOLDE_DEVIS_POURCENTAGE", "FEEDBACK", "DATE_FEEDBACK", "DATE_CREATION", viewer_agence, viewer_personnes)
    select ${NEXT}, w.id, projet, case when i % 4 > 0 then ${id('d', 'number')} end, work, 'Pose ' || i, debut, fin,
      jsonb_build_array(jsonb_build_object('id', 's1', 'IDPERSONNEL', person, 'DEBUT', debut, 'FIN', fin)), '[]',
      case when i % 4 > 0 then case when i % 3 = 0 then 50000 else 0 end end, case when i % 4 > 0 then case when i % 3 = 0 then 40 else 0 end end,
      feedback, case when feedback is not null then ${instant('least(day + days, 0)')} end, ${instant('-1000')}, agence, people
    from (
      select w.*, ${clock('day', `'08:00'`)} as debut, ${clock('day + days', `'17:00'`)} as fin,
        case when day + days >= 0 or i % 12 = 0 then null when i % 12 = 1 then 'mauvais' else 'bon' end as feedback
      from made_work w
    ) as w join viewer on viewer.id = w.projet, who order by i`,
  `insert into fichier (${ROW}, "IDFICHIER", "IDPROJET", "RESSOURCE", "IDENREGISTREMENT", "NOM", "TYPE_MIME", "TAILLE", "SHA256", "ORIGINE", "IDPERSONNEL",
      "DATE_CREATION", viewer_agence, viewer_personnes)
    select ${NEXT}, ${id('f', 'i')}, w.projet, 'intervention', w.id, 'pv.pdf', 'application/pdf', 1000, repeat('0', 64), 'intervention_sign_pv', w.person,
      ${instant('-10')}, agence, people
    from made_work w join viewer on viewer.id = w.projet where i % 2 = 1 and day + days < 0 and i % 12 > 0 order by i`,
  // Colleagues' reports first, then those about past appointments of the technician and the measurer, then the seller's.
  `insert into soumission (${ROW}, "IDSOUMISSION", "IDRAPPORT", "IDRDV", "IDPROJET", "REPONSES", "IDPERSONNEL", "DATE_SOUMISSION", viewer_agence, viewer_personnes)
    select ${NEXT}, report.id, form, rdv, report.projet, '{"besoin":"Fenêtres"}', author, ${instant('-(i % 900)')},
      coalesce(viewer.agence, nantes), case when report.projet is null then array[author] else people end
    from (
      select i, ${id('s', 'i')} as id, null as rdv, ${id('j', '1 + i % (projets / 2)')} as projet, ${id('p', 'i % 40')} as author
      from size, generate_series(1, (reports * 0.75)::int) as i
      union all
      select 1000000 + i, ${id('s', '1000000 + i')}, id, projet, person from made_rdv where kind in ('technician', 'measurer') and day < 0 and i % 6 > 0
      union all
      select 8000000 + i, ${id('s', '8000000 + i')}, null, ${id('j', 'first + (i * 7) % (last - first + 1)')}, seller
      from size, who, share, generate_series(1, (reports * 0.04)::int) as i where owner = 'seller'
    ) as report left join viewer on viewer.id = report.projet, who order by i`,
  `insert into conflit (${ROW}, id, "RESSOURCE", "IDENREGISTREMENT", "PERDU", "GARDE", "PERDU_PAR", "GARDE_PAR", "RAISON", "DATE_CONFLIT", "RESOLU",
      viewer_agence, viewer_personnes)
    select ${NEXT}, ${id('k', 'i')}, 'client', ${id('c', 'i')}, '{"OBSERVATIONS":"Perdu"}', '{"OBSERVATIONS":"Gardé"}', seller, director,
      'concurrent', ${instant('-3')}, case when i <= 200 then 1 else 0 end, lyon, array[director]
    from who, generate_series(1, 320) as i`,
  // Customers' requests, of the last clients; new, taken and answered.
  `insert into demande (${ROW}, id, "GENRE", "IDCLIENT", "MESSAGE", "PHOTOS", "DATE_DEMANDE", "PRISE_PAR", "REPONSES", viewer_agence, viewer_personnes)
    select ${NEXT}, ${id('q', 'i')}, case when i % 2 = 0 then 'apres_vente' else 'comptable' end, client."IDCLIENT", 'Demande ' || i, '{}',
      ${instant('-(i % 300)')}, case when i % 4 > 1 then seller end,
      case when i % 4 = 3 then jsonb_build_array(jsonb_build_object('id', 'a1', 'LE', ${instant('-1')}, 'CANAL', 'mail', 'TEXTE', 'Bien noté', 'IDPERSONNEL', seller))
        else '[]' end, client."IDAGENCE", array_remove(array[client."IDPERSONNEL"], null)
    from size, who, generate_series(1, n / 20) as i join client on client."IDCLIENT" = ${id('c', '(current_setting($$app.n$$)::int + 1 - i)')}`,
  // Colleagues' absences first; in the evening, when nobody has an appointment.
  `create temp table made_absence on commit drop as
    select i, ${id('b', 'i')} as id, ${clock('i % 40 - 20', `'19:00'`)} as debut, ${clock('i % 40 - 20', `'20:00'`)} as fin,
      case when i <= 500 then ${id('p', 'i % 40')} else (array[seller, measurer, technician, director, assistant])[1 + i % 5] end as person
    from (select *, ${person('assistante')} as assistant from who) as who, generate_series(1, 900) as i`,
  `insert into absence (${ROW}, id, "IDPERSONNELS", "GENRE", "JOURNEES", "DEBUT", "FIN", "DERNIERE_FIN", "EXCEPTIONS", viewer_agence, viewer_personnes)
    select ${NEXT}, id, array[person], 'formation', 0, debut, fin, fin, '[]', "IDAGENCE", array[person]
    from made_absence join personnel on "IDPERSONNEL" = person order by i`,
  `insert into notification (${ROW}, id, "IDPERSONNEL", "TYPE", "RESSOURCE", "IDENREGISTREMENT", "NOMBRE", "DATE_NOTIFICATION", "LU", viewer_personnes)
    select ${NEXT}, 'n-' || place || '-' || i, person, 'projet_affecte', 'projet', ${id('j', 'i')}, 1, ${instant('-(i % 20)')}, case when i % 3 = 0 then 1 else 0 end,
      array[person]
    from who, unnest(array[seller, measurer, technician, director, ${person('assistante')}]) with ordinality as one(person, place), generate_series(1, 130) as i`,
  `insert into filtre (${ROW}, id, "IDPERSONNEL", "ECRAN", "NOM", "VALEURS", "DEFAUT", "DATE_CREATION", viewer_personnes)
    select ${NEXT}, 'v-' || place || '-' || i, person, 'equipe', 'Filtre ' || i || ' de ' || place, 'q=filtre' || i, 0, ${instant('-3')}, array[person]
    from who, unnest(array[seller, measurer, technician, director, ${person('assistante')}]) with ordinality as one(person, place), generate_series(1, 30) as i`,
]
