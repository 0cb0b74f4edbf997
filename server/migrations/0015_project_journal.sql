-- The company's journal of a project, which no customer reads: { id, GENRE, LE, AUTEUR, IDPERSONNEL?, RESULTAT?, TEXTE? } (schemas/journal.ts).
-- Until now « Enregistrer l'appel » put a line at the end of the description, which the customer's space shows. The lines move; what is left of
-- the description keeps its words. server/journal/call-lines.ts reads the same lines for apps that still write them; a test holds both together.
alter table projet add column "JOURNAL" jsonb not null default '[]';

do $$
declare
  call_line constant text := '^[ \t]*Appel du ([0-9]{2})/([0-9]{2})/([0-9]{4}) ([0-9]{2}:[0-9]{2}) \((.*?)\) : (.+)$';
  firm text;
  project record;
  line text;
  found text[];
  kept text[];
  calls jsonb;
  result text;
  words text;
  stop integer;
  rest text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    -- Soft-deleted ones too: work that was done without knowing of the deletion brings them back.
    for project in select "IDPROJET" as id, "DESCRIPTION" as description from projet
      where company_id = firm and "DESCRIPTION" like '%Appel du %' order by "IDPROJET"
    loop
      kept := '{}';
      calls := '{}';
      foreach line in array string_to_array(project.description, E'\n') loop
        found := regexp_match(rtrim(line, E' \t\r'), call_line);
        if found is null then
          kept := kept || line;
        else
          stop := position('.' in found[6]);
          result := case when stop > 1 then substr(found[6], 1, stop - 1) end;
          words := nullif(btrim(case when stop > 1 then substr(found[6], stop + 1) else found[6] end, ' '), '');
          line := 'appel-' || md5(rtrim(line, E' \t\r'));
          calls := calls || jsonb_build_object(line, jsonb_strip_nulls(jsonb_build_object('id', line, 'GENRE', 'appel',
            'LE', found[3] || '-' || found[2] || '-' || found[1] || ' ' || found[4],
            'AUTEUR', found[5], 'RESULTAT', result, 'TEXTE', words)));
        end if;
      end loop;
      continue when calls = '{}';
      rest := rtrim(array_to_string(kept, E'\n'), E' \t\r\n');
      update projet set
        "DESCRIPTION" = case when rest in ('', 'Projet sans description') then null else rest end,
        "JOURNAL" = (select jsonb_agg(value order by key collate "C") from jsonb_each(calls)),
        "VERSION" = "VERSION" + 1,
        seq = take_seq(1),
        updated_at = now()
      where company_id = firm and "IDPROJET" = project.id;
    end loop;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
