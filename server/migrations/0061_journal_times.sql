-- A time that no calendar has, sent with a reminder or a message, gave the journal of its project an entry whose year has not four digits (« 1-06-01 00:09 »).
-- No app takes such an entry, so each later call or note was refused with the journal that it stands in. The year gets its four digits; what was later than they
-- can say becomes their last day. From this version on such a time is the server's (schemas/dates.ts, saidInstant). Devices learn it as they learn any change.
do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    -- Soft-deleted ones too: work that was done without knowing of the deletion brings them back.
    update projet set
      "JOURNAL" = (
        select jsonb_agg(case
            when entry ->> 'LE' ~ '^[0-9]{1,3}-' then jsonb_set(entry, '{LE}', to_jsonb(
              lpad(split_part(entry ->> 'LE', '-', 1), 4, '0') || substr(entry ->> 'LE', strpos(entry ->> 'LE', '-'))))
            when entry ->> 'LE' ~ '^[0-9]{5,}-' then jsonb_set(entry, '{LE}', '"9999-12-31 23:59"')
            else entry
          end order by at)
        from jsonb_array_elements(projet."JOURNAL") with ordinality as list (entry, at)
      ),
      "VERSION" = "VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    where company_id = firm and exists (
      select from jsonb_array_elements(projet."JOURNAL") as entry where entry ->> 'LE' ~ '^([0-9]{1,3}|[0-9]{5,})-'
    );
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
