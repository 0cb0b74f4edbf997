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

-- The assets that screens show. What an administrator made beside them stays, shown nowhere.
select set_config('app.platform', 'on', true);
delete from asset_item where code = 'icone';
insert into asset_item (id, "IDASSETTYPE", code, "LIBELLE", "VALEUR")
  select code, kind.id, code, label, value
  from (values
    ('couleur', 'couleur', 'Couleur de l''entreprise', '#BD1734'),
    ('accueil_connexion', 'texte', 'Mot d''accueil des pages de connexion', 'Bienvenue.'),
    ('lien_confidentialite', 'lien', 'Page « Confidentialité »', '/confidentialite')) as added (code, genre, label, value)
  join lateral (select id from asset_type where "GENRE" = genre order by id limit 1) as kind on true
  on conflict do nothing;
select set_config('app.platform', '', true);
