import { sql } from 'kysely'

/**
 * What the names of a company's events end with in calendars: the first sub-domain that it had. The present one may change, and a calendar knows an event by its
 * name (`eventUid`).
 */
export const eventDomain = sql<string>`(select key from company_subdomain
  where company_id = current_setting('app.company_id') order by created_at, key limit 1)`
