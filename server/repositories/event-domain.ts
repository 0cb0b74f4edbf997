import { type RawBuilder, sql } from 'kysely'

/**
 * What the name of an event ends with in calendars: the sub-domain that the company had when the record was made. The present one may change, and a calendar knows
 * an event by its name (`eventUid`). A record that is older than the list of sub-domains, or that does not say when it was made, has the first one.
 * @param made instant of the record; a text, or null
 */
export const eventDomain = (made: RawBuilder<unknown>) => {
  const at = sql`coalesce(${made}::timestamptz, 'epoch')`
  return sql<string>`(select key from company_subdomain where company_id = current_setting('app.company_id')
    order by created_at > ${at}, abs(extract(epoch from created_at - ${at})), key limit 1)`
}
