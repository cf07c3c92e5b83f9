DROP TABLE template_search_before;
CREATE INDEX template_search_template ON template_search (template_id);
-- From the entries that the full-text index finds to their templates, without the rows, which are long.
CREATE INDEX template_search_entry ON template_search (entry, project_id, template_id);
CREATE VIRTUAL TABLE template_search_index USING fts5 (
  name, subject, body, content = 'template_search', content_rowid = 'entry', tokenize = 'trigram'
);
INSERT INTO template_search_index (template_search_index) VALUES ('rebuild');
CREATE TRIGGER template_search_inserted AFTER INSERT ON template_search BEGIN
  INSERT INTO template_search_index (rowid, name, subject, body) VALUES (new.entry, new.name, new.subject, new.body);
END;
CREATE TRIGGER template_search_deleted AFTER DELETE ON template_search BEGIN
  INSERT INTO template_search_index (template_search_index, rowid, name, subject, body)
  VALUES ('delete', old.entry, old.name, old.subject, old.body);
END;
CREATE TRIGGER template_search_updated AFTER UPDATE ON template_search BEGIN
  INSERT INTO template_search_index (template_search_index, rowid, name, subject, body)
  VALUES ('delete', old.entry, old.name, old.subject, old.body);
  INSERT INTO template_search_index (rowid, name, subject, body) VALUES (new.entry, new.name, new.subject, new.body);
END;
