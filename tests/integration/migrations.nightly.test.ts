import './migrations.test'
