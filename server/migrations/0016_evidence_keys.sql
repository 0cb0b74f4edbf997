-- An owner of the database could write the whole chain of evidence anew: hashes need no secret. Records now carry a keyed digest whose key
-- the database does not hold (server/evidence/keys.ts), and signed PVs stand in the same chain as the decisions about quotes.

-- What nothing seals is not kept: `record` says when.
alter table devis_evidence drop column created_at;

alter table devis_evidence
  alter column devis_id drop not null,
  -- The file of a PV.
  add column fichier_id text,
  -- Name of the key that made `mac`; null in records from before the keys, which the first record of kind « cle » holds as they were.
  add column cle text,
  -- HMAC-SHA-256 of company, number and hash.
  add column mac text;

alter table devis_evidence drop constraint devis_evidence_kind_check;
alter table devis_evidence
  add constraint devis_evidence_kind_check check (kind in ('signature', 'refusal', 'withdrawal', 'pv', 'levee', 'cle')),
  add constraint devis_evidence_about_check check (
    (kind in ('signature', 'refusal', 'withdrawal')) = (devis_id is not null)
    and (kind in ('pv', 'levee')) = (fichier_id is not null));
create index devis_evidence_fichier on devis_evidence (company_id, fichier_id) where fichier_id is not null;

-- No constraint: a backup brings records from before the keys back as they were. A server of an older version writes none.
create function guard_evidence_mac() returns trigger language plpgsql as $$
begin
  if new.cle is null or new.mac is null then
    raise exception 'evidence without a keyed digest' using errcode = 'LO011';
  end if;
  return new;
end
$$;
create trigger devis_evidence_mac before insert on devis_evidence for each row execute function guard_evidence_mac();
