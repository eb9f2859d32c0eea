import './schema-editor.test'
