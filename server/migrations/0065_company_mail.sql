-- Where customers write to the company: on its quotes and on the withdrawal form (schemas/rules/devis-mentions.ts).
alter table company add column "MAIL" text;
