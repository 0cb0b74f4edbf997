-- Labels of clients and projects, and the campaign that brought a client. A company's labels are entries of its lists from now on, so that devices
-- have them offline. The table label keeps its rows for a server of the former version, and is no longer written.
alter table client
  add column "IDORIGINE_CAMPAGNE" text,
  add column "IDLABELS" text[] not null default '{}';
alter table projet add column "IDLABELS" text[] not null default '{}';

do $$
declare
  firm text;
  one record;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    for one in select * from label where company_id = firm order by "ORDRE", "LIBELLE", id loop
      insert into reference (company_id, id, "LISTE", "LIBELLE", "CODECOULEUR", "ORDRE", seq)
      values (firm, one.id, 'LABEL', one."LIBELLE", one."COULEUR", one."ORDRE", take_seq(1))
      on conflict do nothing;
    end loop;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
