import './forbidden-references.test'
