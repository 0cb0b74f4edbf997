-- The company's journal of a client, as of a project (0015): what is about no project.
alter table client add column "JOURNAL" jsonb not null default '[]';

-- A website's lead of a client who was there already said so in the first line of its project's description, which the customer's space shows and the quote's
-- subject took. It becomes an entry of the project's journal (schemas/journal.ts, knownClientEntry). server/journal/call-lines.ts reads the same line.
do $$
declare
  firm record;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id, "FUSEAU" as zone from company order by id loop
    perform set_config('app.company_id', firm.id, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    -- Soft-deleted ones too: work that was done without knowing of the deletion brings them back.
    update projet set
      "DESCRIPTION" = nullif(nullif(rtrim(regexp_replace("DESCRIPTION", '^\[Client déjà connu\][ \t\r]*(\n|$)', ''), E' \t\r\n'), ''),
        'Projet sans description'),
      "JOURNAL" = "JOURNAL" || jsonb_build_array(jsonb_build_object('id', 'client-connu', 'GENRE', 'evenement', 'LE',
        to_char(coalesce("DATE_CREATION"::timestamptz, updated_at) at time zone firm.zone, 'YYYY-MM-DD HH24:MI'),
        'AUTEUR', 'Site web', 'RESULTAT', 'Client déjà connu')),
      "VERSION" = "VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    where company_id = firm.id and "DESCRIPTION" ~ '^\[Client déjà connu\][ \t\r]*(\n|$)';
    -- Subjects that the form took from there, and from projects without a description: of drafts, which no customer has read.
    update devis set "OBJET" = null, "VERSION" = "VERSION" + 1, seq = take_seq(1), updated_at = now()
    where company_id = firm.id and "OBJET" in ('[Client déjà connu]', 'Projet sans description')
      and "DATE_TRANSMISSION" is null and "DEVIS_SIGNE" = 0;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
