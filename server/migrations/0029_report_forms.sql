-- Directors build report forms. A form has the number of its version, and a filled report keeps the form that it answered (schemas/entities/soumission.ts):
-- no screen could change a form until now, so older reports get the form as it is.
alter table rapport add column "REVISION" integer not null default 0;
alter table soumission add column "FORMULAIRE" jsonb;

do $$
declare
  firm text;
  filled record;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    -- Soft-deleted ones too: work that was done without knowing of the deletion brings them back.
    for filled in
      select s."IDSOUMISSION" as id, r."TITRE" as title, r."CHAMPS" as fields
      from soumission s join rapport r on r.company_id = s.company_id and r.id = s."IDRAPPORT"
      where s.company_id = firm order by s."IDSOUMISSION"
    loop
      update soumission set
        "FORMULAIRE" = jsonb_build_object('TITRE', filled.title, 'REVISION', 0, 'CHAMPS', filled.fields),
        "VERSION" = "VERSION" + 1,
        seq = take_seq(1),
        updated_at = now()
      where company_id = firm and "IDSOUMISSION" = filled.id;
    end loop;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
