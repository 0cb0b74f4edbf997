-- Around a point (GEO-03) and the ranking (MGR-05) read by these.
create index adresse_position on adresse (company_id, "LATITUDE", "LONGITUDE");
create index devis_signature on devis (company_id, "DATE_SIGNATURE") where "DATE_SIGNATURE" is not null;
